import * as z from 'zod';
import { timestamp, uuid } from './schema.ts';

/**
 * The grammar of list parameters, the same in every list: what is set aside is excluded, the only thing or
 * included; several values have commas between them; ranges are `…Since` (at or after) and `…Before`; `sort` names
 * a field, with `-` in front for descending. None changes the type of its value.
 */

/** Whether a list leaves out what is set aside (archived, hidden), shows nothing else, or shows both. */
export const inclusions = ['exclude', 'only', 'include'] as const;
export type Inclusion = (typeof inclusions)[number];

/** The parameter `archived`, `hidden` or `internal`; `exclude` when it is left out. */
export const inclusion = (what: 'archived' | 'hidden' | 'internal') =>
  z
    .enum(inclusions)
    .optional()
    .meta({
      default: 'exclude',
      description: `Exclude ${what} items, return only them, or include them.`,
    });

/** The values of the mark itself that an inclusion admits. */
export function markedValues(wanted: Inclusion | undefined): boolean[] {
  if (wanted === 'only') return [true];
  return wanted === 'include' ? [false, true] : [false];
}

/** The most values of one parameter. */
const VALUES_MAX = 50;

/** A parameter that takes one value or several, with commas between them in a URL; they are or-ed. */
export const oneOrMany = <T extends z.ZodType<string>>(value: T) =>
  z
    .array(value)
    .refine((values) => values.length > 0, { error: 'must name at least one value' })
    .max(VALUES_MAX, { error: `must have at most ${VALUES_MAX} values` })
    .optional();

/** The most ids of the parameter `ids`: what one read of the database takes. */
const IDS_MAX = 100;

/** The parameter `ids`, for looking up what other resources refer to. */
export const ids = () =>
  z
    .array(uuid())
    .refine((values) => values.length > 0, { error: 'must name at least one id' })
    .max(IDS_MAX, { error: `must have at most ${IDS_MAX} ids` })
    .optional()
    .meta({ description: 'Returns only items with these ids, including archived and removed ones.' });

/** The parameter that lists what was changed at or after an instant. */
export const updatedSince = () =>
  timestamp().optional().meta({ description: 'updatedAt at or after this time.' });

/** Those of some items that were changed at or after an instant; all of them without one, and then none is parsed. */
export const onlyUpdatedSince = <I>(
  items: I[],
  since: string | undefined,
  toResource: (item: I) => { updatedAt: string },
): I[] => (since === undefined ? items : items.filter((item) => toResource(item).updatedAt >= since));

/** The parameter that lists what was last changed before an instant. */
export const updatedBefore = () =>
  timestamp().optional().meta({ description: 'updatedAt before this time.' });

/** The parameter `sort`: fields ascending, with `-` in front descending. */
export const sort = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z.enum(fields).optional().meta({ description: 'The field to sort by; - in front is descending.' });
