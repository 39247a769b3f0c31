import type { Condition } from '../read-model/rank.ts';
import type { SqlValue } from '../read-model/sqlite.ts';

/** Fields that stories can be sorted by. */
type SortField = 'createdAt' | 'updatedAt' | 'endDate' | 'priority' | 'estimateValue' | 'sequenceId';

/** The values of `sort`. Relevance has one direction: the best first. */
export const storySorts = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'endDate',
  '-endDate',
  'priority',
  '-priority',
  'estimateValue',
  '-estimateValue',
  'sequenceId',
  '-sequenceId',
  'relevance',
] as const;
export type StorySort = (typeof storySorts)[number];

/** An order of stories: by a field, then by id in the same direction; without one, by id. */
export interface StoryOrder {
  field: SortField | 'id';
  descending: boolean;
}

/** The order of a `sort` other than relevance; by default the newest first, as in all lists. */
export function orderOf(sort: Exclude<StorySort, 'relevance'> | undefined): StoryOrder {
  if (sort === undefined) return { field: 'id', descending: true };
  return { field: sort.replace(/^-/, '') as SortField, descending: sort.startsWith('-') };
}

/** The position of a story in an order. */
export interface Place {
  id: string;
  value: SqlValue;
}

/** Fields without a value in some stories, which come last in both directions. */
const optional: readonly StoryOrder['field'][] = ['endDate', 'estimateValue'];

/** A part of an order, in SQL: an index answers it without sorting. */
interface Phase {
  condition: Condition;
  orderBy: string;
}

/** The parts of an order after a place: the stories with a value, then those without. */
export function phasesOf({ field, descending }: StoryOrder, after: Place | undefined): Phase[] {
  const [comparison, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const column = `document."${field}"`;
  const present: Phase = {
    condition:
      after === undefined || after.value === null
        ? { sql: `${column} IS NOT NULL`, values: [] }
        : {
            sql: `${column} IS NOT NULL AND (${column}, document.id) ${comparison} (?, ?)`,
            values: [after.value, after.id],
          },
    orderBy: `${column} ${direction}, document.id ${direction}`,
  };
  if (!optional.includes(field)) return [present];
  const absent: Phase = {
    condition:
      after?.value === null
        ? { sql: `${column} IS NULL AND document.id ${comparison} ?`, values: [after.id] }
        : { sql: `${column} IS NULL`, values: [] },
    orderBy: `document.id ${direction}`,
  };
  return after?.value === null ? [absent] : [present, absent];
}

/** Compares two places of an order, as SQLite does. */
export function comparePlaces({ descending }: StoryOrder, one: Place, other: Place): number {
  if (one.value === null || other.value === null) {
    if (one.value !== other.value) return one.value === null ? 1 : -1;
  } else if (one.value !== other.value) return one.value < other.value === descending ? 1 : -1;
  return one.id < other.id === descending ? 1 : -1;
}
