import { changedFields, shownWith } from '../../kernel/api/http/changed-fields.ts';
import { linesWithTicked, type Form } from '../../kernel/api/http/form.ts';
import type { Story } from '../../planning/stories/story.ts';

/** The fields of a story that its page changes, by their names in its form. */
export type StoryFields = Record<keyof typeof patches, string>;

/** What an update sets or clears for the value of a field; an empty one is cleared. */
const patches = {
  title: (title: string) => ({ title }),
  description: (description: string) => setOrClear('description', description),
  status: (statusId: string) => ({ statusId }),
  assignee: (assigneeId: string) => setOrClear('assigneeId', assigneeId),
  priority: (priority: string) => ({ priority }),
  estimate: (estimate: string) => setOrClear('estimateValue', estimate, numberIn),
  sprint: (sprintId: string) => setOrClear('sprintId', sprintId),
  objective: (objectiveId: string) => setOrClear('objectiveId', objectiveId),
  due: (day: string) => setOrClear('endDate', day, (text) => `${text}T00:00:00.000Z`),
  labels: (ids: string) => ({ labels: ids === '' ? [] : ids.split('\n') }),
};

/** A number with the decimal sign of any language. */
const numberIn = (text: string): number => Number(text.replace(',', '.'));

const setOrClear = (field: string, text: string, valueOf: (text: string) => unknown = (same) => same) =>
  text === '' ? { clearFields: [field] } : { [field]: valueOf(text) };

const names = Object.keys(patches) as (keyof StoryFields)[];

/** The values of a story, as its form has them. */
export const fieldsOf = (story: Story): StoryFields => ({
  title: story.title,
  description: story.description ?? '',
  status: story.statusId,
  assignee: story.assigneeId ?? '',
  priority: story.priority,
  estimate: story.estimateValue === null ? '' : String(story.estimateValue),
  sprint: story.sprintId ?? '',
  objective: story.objectiveId ?? '',
  due: story.endDate?.slice(0, 10) ?? '',
  labels: story.labels.toSorted().join('\n'),
});

/** The values of a form that differ from those that the page was shown with. */
export function touchedFields(form: Form): Partial<StoryFields> {
  const changed = changedFields(form);
  return Object.fromEntries(
    names.flatMap((name) => (changed[name] === undefined ? [] : [[name, changed[name]]])),
  );
}

/** The values of a form for a new story that are filled in. */
export const filledFields = (form: Form): Partial<StoryFields> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = (name === 'labels' ? linesWithTicked(form, name) : form[name])?.trim();
      return value ? [[name, value]] : [];
    }),
  );

/** Of the values of a story that a form changes, those that others have changed since it was shown. */
export function changedMeanwhile(form: Form, story: Story): Partial<StoryFields> {
  const [before, now] = [shownWith(form), fieldsOf(story)];
  const touched = Object.entries(touchedFields(form)) as [keyof StoryFields, string][];
  return Object.fromEntries(
    touched.flatMap(([name, value]) => {
      const current = now[name].trim();
      return current === before[name] || current === value ? [] : [[name, current]];
    }),
  );
}

/** The body of the update that makes a story have these values, without the version that it is for. */
export function patchOf(values: Partial<StoryFields>): Record<string, unknown> {
  const parts = names.flatMap((name): Record<string, unknown>[] =>
    values[name] === undefined ? [] : [patches[name](values[name])],
  );
  const clearFields = parts.flatMap((part) => (part['clearFields'] as string[] | undefined) ?? []);
  const patch = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  return { ...patch, ...(clearFields.length > 0 && { clearFields }) };
}
