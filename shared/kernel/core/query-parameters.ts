import * as z from 'zod';
import { timestamp, uuid } from './schema.ts';

/**
 * The grammar of list parameters, the same in every list: archived and hidden resources are excluded, the only ones or
 * included; several values are separated by commas; ranges are `…Since` (at or after) and `…Before`; `sort` names a
 * field, with `-` in front for descending. None changes the type of its value.
 */

/**
 * The values of an inclusion parameter: a list excludes archived or hidden resources, returns only those, or includes
 * them.
 */
export const inclusions = ['exclude', 'only', 'include'] as const;
export type Inclusion = (typeof inclusions)[number];

/** The parameter `archived`, `hidden` or `internal`; `exclude` by default. */
export const inclusion = (what: 'archived' | 'hidden' | 'internal') =>
  z
    .enum(inclusions)
    .optional()
    .meta({
      default: 'exclude',
      description: `Exclude ${what} items, return only them, or include them.`,
    });

/** The values of the boolean field that match an inclusion. */
export function markedValues(wanted: Inclusion | undefined): boolean[] {
  if (wanted === 'only') return [true];
  return wanted === 'include' ? [false, true] : [false];
}

/** The most values of one parameter. */
const VALUES_MAX = 50;

/** A parameter with one or several values, separated by commas in a URL and combined with OR. */
export const oneOrMany = <T extends z.ZodType<string>>(value: T, most = VALUES_MAX) =>
  z
    .array(value)
    .refine((values) => values.length > 0, { error: 'must name at least one value' })
    .max(most, { error: `must have at most ${most} values` })
    .optional();

/** The maximum number of ids in the parameter `ids`: the size of one batch read of the database. */
const IDS_MAX = 100;

/** The parameter `ids`, for looking up references of other resources. */
export const ids = () =>
  z
    .array(uuid())
    .refine((values) => values.length > 0, { error: 'must name at least one id' })
    .max(IDS_MAX, { error: `must have at most ${IDS_MAX} ids` })
    .optional()
    .meta({ description: 'Returns only items with these ids, including archived and removed ones.' });

/** The parameter that limits a list to resources changed at or after an instant. */
export const updatedSince = () =>
  timestamp().optional().meta({ description: 'updatedAt at or after this time.' });

/** Filters items to those changed at or after an instant; without one, returns all of them without parsing any. */
export const onlyUpdatedSince = <I>(
  items: I[],
  since: string | undefined,
  toResource: (item: I) => { updatedAt: string },
): I[] => (since === undefined ? items : items.filter((item) => toResource(item).updatedAt >= since));

/** The parameter that limits a list to resources last changed before an instant. */
export const updatedBefore = () =>
  timestamp().optional().meta({ description: 'updatedAt before this time.' });

/** The parameter `sort`: fields ascending, with `-` in front descending. */
export const sort = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z.enum(fields).optional().meta({ description: 'The field to sort by, descending after `-`.' });
