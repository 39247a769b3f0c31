import { parseTextQuery, type TextQuery } from '../../kernel/words/text-query.ts';
import { textCondition, type SearchCondition, type Level } from '../../kernel/read-model/rank.ts';
import type { ReadModel } from '../../kernel/read-model/read-model.ts';
import { newComparisons, type Comparisons } from '../../kernel/read-model/spelling.ts';
import { priorities, type Priority } from '../../kernel/core/priority.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { SqlValue } from '../../kernel/read-model/sqlite.ts';
import type { FieldTrait } from '../custom-fields/field-filter.ts';
import type { Bounds, EstimateRange } from '../filters/filter-ranges.ts';
import { fieldTag } from '../story/story-index.ts';

/** What stories have; several values of one field are or-ed, the fields and-ed. */
export interface StoryTraits {
  statusId?: readonly string[] | undefined;
  statusCategory?: readonly StatusCategory[] | undefined;
  /** Null, here and below, for stories that have none. */
  assigneeId?: readonly (string | null)[] | undefined;
  reporterId?: readonly string[] | undefined;
  labelId?: readonly (string | null)[] | undefined;
  priority?: readonly Priority[] | undefined;
  sprintId?: readonly (string | null)[] | undefined;
  objectiveId?: readonly (string | null)[] | undefined;
  keyResultId?: readonly string[] | undefined;
  parentId?: readonly (string | null)[] | undefined;
  claimed?: boolean | undefined;
  claimedBy?: readonly (string | null)[] | undefined;
  estimate?: readonly EstimateRange[] | undefined;
  overdue?: boolean | undefined;
  /** Whether they have no endDate. */
  undated?: boolean | undefined;
  dueSince?: string | undefined;
  dueBefore?: string | undefined;
  createdSince?: string | undefined;
  createdBefore?: string | undefined;
  updatedSince?: string | undefined;
  updatedBefore?: string | undefined;
  /** Whether they have no completedAt. */
  uncompleted?: boolean | undefined;
  customFields?: readonly FieldTrait[] | undefined;
  /** Whether people have given them a place in the order of their team. */
  ranked?: boolean | undefined;
  /** Whether they have links. */
  linked?: boolean | undefined;
  /** Whether archived ones are among them, the others, or both. */
  archived?: readonly boolean[] | undefined;
  completedSince?: string | undefined;
  completedBefore?: string | undefined;
}

/** What stories meet: traits, texts, their team or that they are among some, combined. */
export type StoryCondition =
  | { all: readonly StoryCondition[] }
  | { any: readonly StoryCondition[] }
  | { not: StoryCondition }
  | { traits: StoryTraits }
  | { ids: readonly string[] }
  | { teamIds: readonly string[] }
  | { q: string };

/** Which stories a list has. */
export interface StoryFilter extends StoryTraits {
  teams: readonly string[];
  archived: readonly boolean[];
  /** The stories that wait for others, and whether those or the others are wanted. */
  blocked?: { wanted: boolean; ids: readonly string[] } | undefined;
  /** They meet all of these too. */
  conditions?: readonly StoryCondition[] | undefined;
  /** Words of the stories' texts. */
  q?: string | undefined;
  now: Date;
}

const finished: readonly StatusCategory[] = ['completed', 'cancelled'];

/** A filter as a condition on the documents of a team's model; `level` says how exactly `q` must be met. */
export function conditionOf(model: ReadModel, filter: StoryFilter, level: Level): SearchCondition {
  const comparisons = newComparisons();
  const parts: SearchCondition[] = [
    ...traitsOf(filter, filter.now),
    ...(filter.conditions ?? []).map((one) => sqlOf(one, { model, level, now: filter.now, comparisons })),
    ...blocked(filter),
    ...(filter.q === undefined ? [] : [textCondition(model, textQueryOf(filter.q), level, comparisons)]),
  ];
  return all(parts);
}

interface Meaning {
  model: ReadModel;
  level: Level;
  now: Date;
  /** Shared by all texts of a filter. */
  comparisons: Comparisons;
}

function sqlOf(condition: StoryCondition, meaning: Meaning): SearchCondition {
  const { model, level, now, comparisons } = meaning;
  const each = (parts: readonly StoryCondition[]) => parts.map((one) => sqlOf(one, meaning));
  if ('all' in condition) return all(each(condition.all));
  if ('any' in condition) return any(each(condition.any));
  // Related words find more, of which a story that is left out for them would not know why.
  if ('not' in condition) return negated(sqlOf(condition.not, { ...meaning, level: 'all' }));
  if ('traits' in condition) return all(traitsOf(condition.traits, now));
  if ('q' in condition) return textCondition(model, textQueryOf(condition.q), level, comparisons);
  if ('teamIds' in condition) return condition.teamIds.includes(model.ownerId) ? TRUE : FALSE;
  return { sql: 'document.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(condition.ids)] };
}

const TRUE: SearchCondition = { sql: 'TRUE', values: [] };
const FALSE: SearchCondition = { sql: 'FALSE', values: [] };

const joined = (parts: readonly SearchCondition[], operator: 'AND' | 'OR'): SearchCondition => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(` ${operator} `),
  values: parts.flatMap(({ values }) => values),
});
const all = (parts: readonly SearchCondition[]): SearchCondition =>
  parts.length === 0 ? TRUE : joined(parts, 'AND');
const any = (parts: readonly SearchCondition[]): SearchCondition =>
  parts.length === 0 ? FALSE : joined(parts, 'OR');

/** Also true where a column has no value, of which a plain NOT would be null. */
const negated = ({ sql, values }: SearchCondition): SearchCondition => ({
  sql: `(${sql}) IS NOT TRUE`,
  values,
});

function traitsOf(filter: StoryTraits, now: Date): SearchCondition[] {
  return [
    ...amongValues('archived', filter.archived?.map(Number)),
    ...amongValues('statusId', filter.statusId),
    ...amongValues('statusCategory', filter.statusCategory),
    ...amongValues('assigneeId', filter.assigneeId),
    ...amongValues('reporterId', filter.reporterId),
    ...amongValues('sprintId', filter.sprintId),
    ...amongValues('objectiveId', filter.objectiveId),
    ...amongValues('keyResultId', filter.keyResultId),
    ...amongValues('parentId', filter.parentId),
    ...amongValues(
      'priority',
      filter.priority?.map((priority) => priorities.indexOf(priority)),
    ),
    ...labelled(filter.labelId),
    ...inRange('endDate', filter.dueSince, filter.dueBefore),
    ...inRange('createdAt', filter.createdSince, filter.createdBefore),
    ...inRange('updatedAt', filter.updatedSince, filter.updatedBefore),
    ...inRange('completedAt', filter.completedSince, filter.completedBefore),
    ...overdue(filter, now),
    ...claimed(filter, now),
    ...estimated(filter.estimate),
    ...(filter.customFields ?? []).map(fieldCondition),
    ...amongValues('ranked', filter.ranked === undefined ? undefined : [Number(filter.ranked)]),
    ...(filter.linked ? [{ sql: 'document.links > 0', values: [] }] : []),
    ...(filter.undated ? [{ sql: 'document."endDate" IS NULL', values: [] }] : []),
    ...(filter.uncompleted ? [{ sql: 'document."completedAt" IS NULL', values: [] }] : []),
  ];
}

/** How exactly a filter's texts have to match, one after the other: as written if there is such a story. */
export const levelsOf = ({ q, conditions = [] }: StoryFilter): readonly Level[] =>
  q === undefined && !conditions.some(hasText) ? ['all'] : ['all', 'related'];

function hasText(condition: StoryCondition): boolean {
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  return 'q' in condition || parts.some(hasText);
}

/** The words of a `q`. */
export const textQueryOf = (q: string): TextQuery => parseTextQuery(q);

/** Lists go in as one JSON text, so that the same statement serves lists of any length. */
function amongValues(
  column: string,
  wanted: readonly (string | number | null)[] | undefined,
): SearchCondition[] {
  if (wanted === undefined) return [];
  const values: SqlValue[] = [JSON.stringify(wanted.filter((value) => value !== null))];
  const among = `document."${column}" IN (SELECT value FROM json_each(?))`;
  return [{ sql: wanted.includes(null) ? `${among} OR document."${column}" IS NULL` : among, values }];
}

function labelled(labelIds: readonly (string | null)[] | undefined): SearchCondition[] {
  if (labelIds === undefined) return [];
  const among = `document.number IN
    (SELECT number FROM tag WHERE name = 'label' AND value IN (SELECT value FROM json_each(?)))`;
  const none = `document.number NOT IN (SELECT number FROM tag WHERE name = 'label')`;
  const values = [JSON.stringify(labelIds.filter((id) => id !== null))];
  return [{ sql: labelIds.includes(null) ? `${among} OR ${none}` : among, values }];
}

const estimated = (ranges: readonly EstimateRange[] | undefined): SearchCondition[] =>
  ranges === undefined ? [] : [inRanges('document."estimateValue"', ranges)];

/** Any of several ranges of an expression; null for no value. */
function inRanges(value: string, ranges: readonly Bounds<SqlValue>[]): SearchCondition {
  const parts = ranges.map((bounds) =>
    bounds === null ? `${value} IS NULL` : bounds.map(([sign]) => `${value} ${sign} ?`).join(' AND '),
  );
  const values = ranges.flatMap((bounds) => (bounds ?? []).map(([, bound]) => bound));
  return { sql: parts.map((part) => `(${part})`).join(' OR '), values };
}

/** What stories have in a custom field, whose values are tags of their documents. */
function fieldCondition({ key, isNoneWanted, ...wanted }: FieldTrait): SearchCondition {
  const name = fieldTag(key);
  const value =
    'numbers' in wanted
      ? inRanges('CAST(value AS REAL)', wanted.numbers)
      : 'days' in wanted
        ? inRanges('value', wanted.days)
        : {
            sql: 'value COLLATE NOCASE IN (SELECT value FROM json_each(?))',
            values: [JSON.stringify(wanted.texts)],
          };
  const among = `document.number IN (SELECT number FROM tag WHERE name = ? AND (${value.sql || 'FALSE'}))`;
  if (!isNoneWanted) return { sql: among, values: [name, ...value.values] };
  const none = 'document.number NOT IN (SELECT number FROM tag WHERE name = ?)';
  return { sql: `${among} OR ${none}`, values: [name, ...value.values, name] };
}

function inRange(column: string, since: string | undefined, before: string | undefined): SearchCondition[] {
  return [
    ...(since === undefined ? [] : [{ sql: `document."${column}" >= ?`, values: [since] }]),
    ...(before === undefined ? [] : [{ sql: `document."${column}" < ?`, values: [before] }]),
  ];
}

/** Overdue is what is unfinished on a later UTC day than that of its endDate (core/date-span.ts). */
function overdue({ overdue: wanted }: StoryTraits, now: Date): SearchCondition[] {
  if (wanted === undefined) return [];
  const today = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
  const sql = `document."endDate" IS NOT NULL AND document."endDate" < ?
    AND document."statusCategory" NOT IN (SELECT value FROM json_each(?))`;
  return [{ sql: wanted ? sql : `NOT (${sql})`, values: [today, JSON.stringify(finished)] }];
}

/** A lease that has ended is no claim, though the model still has it. */
function claimed({ claimed: wanted, claimedBy }: StoryTraits, now: Date): SearchCondition[] {
  const held = { sql: 'document."claimedUntil" > ?', values: [now.toISOString()] };
  const none = negated(held);
  const people = amongValues(
    'claimedBy',
    claimedBy?.filter((id) => id !== null),
  ).map((by) => all([held, by]));
  const holders = claimedBy?.includes(null) ? [...people, none] : people;
  return [
    ...(wanted === undefined ? [] : [wanted ? held : none]),
    ...(holders.length === 0 ? [] : [any(holders)]),
  ];
}

function blocked({ blocked: found }: StoryFilter): SearchCondition[] {
  if (found === undefined) return [];
  const sql = `document.id ${found.wanted ? '' : 'NOT '}IN (SELECT value FROM json_each(?))`;
  return [{ sql, values: [JSON.stringify(found.ids)] }];
}
