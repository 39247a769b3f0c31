import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';
import type { SearchCondition } from '../../kernel/read-model/rank.ts';
import type { SqlValue } from '../../kernel/read-model/sqlite.ts';

/** Fields that stories can be sorted by. */
type SortField =
  | 'createdAt'
  | 'updatedAt'
  | 'completedAt'
  | 'endDate'
  | 'priority'
  | 'estimateValue'
  | 'sequenceId'
  | 'rank';

/** The values of `sort`. Relevance has one direction: the best first. */
export const storySorts = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'completedAt',
  '-completedAt',
  'endDate',
  '-endDate',
  'priority',
  '-priority',
  'estimateValue',
  '-estimateValue',
  'sequenceId',
  '-sequenceId',
  'rank',
  '-rank',
  'relevance',
] as const;
export type StorySort = (typeof storySorts)[number];

/** A `sort` by a custom field, such as `-cf.severity`. */
export type FieldSortText = `${'' | '-'}cf.${string}`;

/** A value of `sort`. */
export const storySort = memoize(() =>
  z.union(
    [
      z.enum(storySorts),
      z
        .templateLiteral([z.enum(['', '-']), 'cf.', z.string().regex(/[a-z][a-z0-9_]{0,39}/)])
        .meta({ description: 'A custom field by its key.' }),
    ],
    { error: `must be one of ${storySorts.join(', ')}, or cf. and the key of a custom field` },
  ),
);

/** The order by a custom field: its value in SQL, which stories may lack. */
export interface FieldSort {
  value: string;
  descending: boolean;
}

/** One key of an order. */
type SortKey = { field: SortField | 'id'; descending: boolean } | FieldSort;

/** An order of stories: by each key in turn, then by id in the direction of the last. */
export type StoryOrder = readonly [SortKey, ...SortKey[]];

/** The order of some `sort`s other than relevance; by default the newest first, as in all lists. */
export function orderOf(sorts: readonly (StorySort | FieldSort)[] | undefined): StoryOrder {
  const [first, ...others] = (sorts ?? []).map((sort): SortKey => {
    if (typeof sort !== 'string') return sort;
    return { field: sort.replace(/^-/, '') as SortField, descending: sort.startsWith('-') };
  });
  return first ? [first, ...others] : [{ field: 'id', descending: true }];
}

/** The position of a story in an order, with its value of each key. */
export interface StoryPlace {
  id: string;
  values: readonly SqlValue[];
}

/** The fields that some stories have no value of. */
const optional: readonly string[] = ['completedAt', 'endDate', 'estimateValue'];

/** Whether some stories have no value of a key, which come last in both directions. */
const isOptional = (key: SortKey): boolean => 'value' in key || optional.includes(key.field);

/** A part of an order, in SQL: an index answers its first key without sorting. */
interface Phase {
  condition: SearchCondition;
  orderBy: string;
}

/** The value of a key, in SQL. */
export const columnOf = (key: SortKey): string => ('value' in key ? key.value : `document."${key.field}"`);
const directionOf = ({ descending }: SortKey): string => (descending ? 'DESC' : 'ASC');
const comparisonOf = ({ descending }: SortKey): string => (descending ? '<' : '>');

/** The parts of an order after a place: the stories with a value of the first key, then those without. */
export function phasesOf(order: StoryOrder, after: StoryPlace | undefined): Phase[] {
  const [first, ...others] = order;
  const byId = `document.id ${directionOf(order.at(-1)!)}`;
  const rest = others.flatMap((key) => [
    ...(isOptional(key) ? [`${columnOf(key)} IS NULL`] : []),
    `${columnOf(key)} ${directionOf(key)}`,
  ]);
  const present: Phase = {
    condition: presentAfter(order, after),
    orderBy: [`${columnOf(first)} ${directionOf(first)}`, ...rest, byId].join(', '),
  };
  if (!isOptional(first)) return [present];
  const tied = after?.values[0] === null ? [restAfter(order, after, 1)] : [];
  const absent: Phase = {
    condition: {
      sql: [`${columnOf(first)} IS NULL`, ...tied.map(({ sql }) => sql)].join(' AND '),
      values: tied.flatMap(({ values }) => values),
    },
    orderBy: [...rest, byId].join(', '),
  };
  return after?.values[0] === null ? [absent] : [present, absent];
}

/** What has a value of the first key and comes after a place that has one; everything with a value without a place. */
function presentAfter(order: StoryOrder, after: StoryPlace | undefined): SearchCondition {
  const [first] = order;
  const [column, comparison] = [columnOf(first), comparisonOf(first)];
  const value = after?.values[0] ?? null;
  if (after === undefined || value === null) return { sql: `${column} IS NOT NULL`, values: [] };
  // A comparison of rows starts at the place in the index, however many stories have the same value.
  if (order.length === 1) {
    const sql = `${column} IS NOT NULL AND (${column}, document.id) ${comparison} (?, ?)`;
    return { sql, values: [value, after.id] };
  }
  const rest = restAfter(order, after, 0);
  return { sql: `${column} ${comparison}= ? AND ${rest.sql}`, values: [value, ...rest.values] };
}

/** What comes after a place among the stories that are equal to it in the keys before one. */
function restAfter(order: StoryOrder, after: StoryPlace, from: number): SearchCondition {
  const key = order[from];
  if (!key) return { sql: `document.id ${comparisonOf(order.at(-1)!)} ?`, values: [after.id] };
  const tied = restAfter(order, after, from + 1);
  const [column, value] = [columnOf(key), after.values[from] ?? null];
  if (value === null) return { sql: `(${column} IS NULL AND ${tied.sql})`, values: tied.values };
  const without = isOptional(key) ? ` OR ${column} IS NULL` : '';
  return {
    sql: `(${column} ${comparisonOf(key)} ?${without} OR (${column} = ? AND ${tied.sql}))`,
    values: [value, value, ...tied.values],
  };
}

/** Compares two places of an order, as SQLite does. */
export function comparePlaces(order: StoryOrder, one: StoryPlace, other: StoryPlace): number {
  for (const [index, { descending }] of order.entries()) {
    const [a, b] = [one.values[index] ?? null, other.values[index] ?? null];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b === descending ? 1 : -1;
  }
  return one.id < other.id === order.at(-1)!.descending ? 1 : -1;
}
