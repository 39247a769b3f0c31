import { changedFields } from '../../kernel/api/http/changed-fields.ts';
import { linesWithTicked, type Form } from '../../kernel/api/http/form.ts';

/** The contents of a form that was submitted without a session. */
export type Draft = Record<string, string>;

const FIELDS = [
  'content',
  'title',
  'description',
  'boardId',
  'parentId',
  'name',
  // Of the team's forms.
  'summary',
  'body',
  'linked',
  'status',
  'tags',
  'internalTags',
  'roadmapSummary',
  'note',
  'unsent',
  'version',
  // Of a story.
  'assignee',
  'priority',
  'estimate',
  'sprint',
  'due',
  'labels',
  'objective',
  // Of a sprint or an objective.
  'goal',
  'startDate',
  'lead',
  'shortSummary',
  'health',
  // Of a key result.
  'result',
  'resultName',
  'kind',
  'start',
  'target',
  // Of the decision on a proposal.
  'changes',
  'chosen',
];
/** The longest text of a form is 32 KiB. */
const FIELD_MAX_CHARACTERS = 32 * 1024;

/** The fields of a form that are stored as a draft: those that the person has changed. */
export function draftOf(form: Form): Draft {
  const changed = changedFields(form);
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = linesWithTicked(changed, name).slice(0, FIELD_MAX_CHARACTERS);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The text form of a draft, which travels with the sign-in; empty for an empty one. */
export const writeDraft = (draft: Draft): string =>
  Object.keys(draft).length === 0 ? '' : JSON.stringify(draft);

/** Parses the text form; what is not valid is left out. */
export function readDraft(text: string): Draft {
  try {
    const parsed: unknown = JSON.parse(text);
    const entries = Object.entries(Object(parsed) as object).filter(([, value]) => typeof value === 'string');
    return draftOf(Object.fromEntries(entries));
  } catch {
    return {};
  }
}
