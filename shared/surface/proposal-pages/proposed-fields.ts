import { timeOfId } from '../../kernel/core/id.ts';
import { namedFields, type NamedKind } from '../../nouns/names.ts';
import type { Proposal } from '../proposals/proposal.ts';

type Change = Proposal['changes'][number];

/** A resource, by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** A change with the resource as the changes before it leave it. */
export interface ShownChange extends Omit<Change, 'before' | 'after'> {
  before: Fields | null;
  after: Fields | null;
  /** Whether others have changed the resource since this was proposed. */
  isStale: boolean;
}

/** A field that a change sets; custom fields are `customFields.` and their keys. */
export interface FieldRow {
  field: string;
  before: unknown;
  after: unknown;
}

/** The changes of a proposal in their order. */
export function chained({ changes, status }: Proposal): ShownChange[] {
  const left = new Map<string, Fields | null>();
  return changes.map((change) => {
    const key = `${change.resource} ${change.resourceId}`;
    const earlier = change.resourceId === null ? undefined : left.get(key);
    const before = earlier ?? (change.before as Fields | null);
    const after = change.after as Fields | null;
    left.set(key, after);
    const changedAt = Date.parse(String(before?.['updatedAt']));
    return {
      ...change,
      before,
      after,
      isStale: status === 'open' && earlier === undefined && changedAt > timeOfId(change.id),
    };
  });
}

/** What follows from other fields, or says nothing to people. */
const derived = new Set(
  `id workspaceId sequenceId reference rank createdAt updatedAt createdBy completedAt importedAt startedAt closedAt
  estimateLabel autoSchedulingStatus reporterId authorId authorName authorKind origin claim sender storyCounts replies
  relatedStory objectiveName keyResultCount forecastStartDate forecastEndDate forecastDaysDelta scheduleStatus
  nextDueDate nextDueDates lastFailure slug formerSlugs voteCount commentCount automationManaged`.split(
    /\s+/,
  ),
);

/** What something new has without being asked for. */
const usual = new Set(['autoSchedulingEnabled', 'autoSchedulingLocked', 'color', 'timeZone']);

/** The fields that a change sets: those that differ, of something new those that have a value, of what goes those it had. */
export function rowsOf({ before, after }: Pick<ShownChange, 'before' | 'after'>): FieldRow[] {
  const [old, made] = [flat(before), flat(after)];
  return Object.keys({ ...old, ...made }).flatMap((field) => {
    const row = { field, before: old[field], after: made[field] };
    if (before === null || after === null) {
      const value = row.before ?? row.after;
      // Its name stands above.
      const isNamed = value === titleIn(before ?? after) && (field === 'title' || field === 'name');
      return usual.has(field) || isNamed || value === 0 || isEmpty(value) ? [] : [row];
    }
    const isKnown = (field in old && field in made) || field.startsWith(CUSTOM);
    const isSame = JSON.stringify(row.before ?? null) === JSON.stringify(row.after ?? null);
    return isKnown && !isSame ? [row] : [];
  });
}

export const CUSTOM = 'customFields.';

function flat(fields: Fields | null): Record<string, unknown> {
  const entries = Object.entries(fields ?? {}).flatMap(([field, value]) =>
    field === 'customFields'
      ? Object.entries(value ?? {}).map(([key, one]) => [`${CUSTOM}${key}`, one as unknown] as const)
      : [[field, field === 'priority' && value === 'none' ? null : value] as const],
  );
  return Object.fromEntries(entries.filter(([field]) => !derived.has(field)));
}

/** Whether a field says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The fields besides those of nouns that hold ids of what has a name. */
const ofStories = new Set(['storyId', 'relatedStoryId', 'storyIds']);

/** Custom fields hold ids of members alone. */
const kindOf = (field: string): NamedKind | undefined =>
  ofStories.has(field) ? 'story' : field.startsWith(CUSTOM) ? 'principal' : namedFields.get(field)?.kind;

/** Whether a value is an id. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);

/** The ids in the changes of a proposal, and of what they are. */
export const idsIn = (changes: readonly ShownChange[]): (readonly [NamedKind, string])[] =>
  changes.flatMap((change) => {
    const of = textIn(change.after ?? change.before, 'storyId');
    return [...rowsOf(change), { field: 'storyId', before: of, after: null }].flatMap(
      ({ field, before, after }) => {
        const kind = kindOf(field);
        if (kind === undefined) return [];
        return [before, after].flat().flatMap((id) => (isId(id) ? [[kind, id] as const] : []));
      },
    );
  });

/** A text among the fields of a resource. */
export function textIn(fields: Fields | null, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** What a resource is called besides its reference. */
export const titleIn = (fields: Fields | null): string | undefined =>
  textIn(fields, 'title') ?? textIn(fields, 'name');

/** The part of a text that changes, with how many lines before and after it are the same. */
export function changedLines(before: string, after: string) {
  const [old, made] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, made.length);
  let start = 0;
  while (start < most && old[start] === made[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === made.at(-1 - end)) end++;
  const part = (lines: string[]) => lines.slice(start, lines.length - end).join('\n');
  return { isCutBefore: start > 0, removed: part(old), added: part(made), isCutAfter: end > 0 };
}
