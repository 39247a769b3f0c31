import { CUSTOM_FIELDS_MAX } from '../../shared/planning/story-parts/custom-field.ts';
import type { Catalog } from './catalog.ts';
import type { ImportEntry } from './entry.ts';
import { formatExpression } from './expression.ts';
import { isCustomColumn, type CustomColumn } from './fields.ts';
import { customColumnsOf, type Mapping } from './mapping.ts';

interface FieldsInput {
  mapping: Mapping;
  entries: readonly ImportEntry[];
  catalog: Pick<Catalog, 'customFields'>;
  /** The options that map fields: what they name is kept first. */
  given: readonly string[];
}

interface LimitedFields {
  mapping: Mapping;
  entries: ImportEntry[];
  /** Columns that become no fields, with the reason. */
  leftOut: ReadonlyMap<string, string>;
  notes: string[];
}

/**
 * Leaves out the custom fields that a workspace has no room for: those with the fewest values. Otherwise an import would
 * end where it creates the first of them, with all other fields and no story.
 */
export function limitFields({ mapping, entries, catalog, given }: FieldsInput): LimitedFields {
  const counts = new Map<CustomColumn, number>();
  for (const { column } of entries.flatMap(({ customFields }) => customFields))
    counts.set(column, (counts.get(column) ?? 0) + 1);
  const named = new Set(given.map((text) => text.split('=', 1)[0]!.trim()).filter(isCustomColumn));
  const rank = (column: CustomColumn) => (named.has(column) ? Infinity : (counts.get(column) ?? 0));
  const isNew = (column: CustomColumn) => !catalog.customFields.has(column.slice('cf.'.length));
  const wanted = customColumnsOf(mapping)
    .filter((column) => isNew(column) && counts.has(column))
    .sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  const room = Math.max(0, CUSTOM_FIELDS_MAX - catalog.customFields.size);
  const excess = new Set(wanted.slice(room));
  if (excess.size === 0) return { mapping, entries: [...entries], leftOut: new Map(), notes: [] };
  const columnOf = (column: CustomColumn) => formatExpression(mapping[column]!.expression);
  const names = [...excess].map((column) => `${columnOf(column)} (${counts.get(column)})`);
  return {
    mapping: Object.fromEntries(
      Object.entries(mapping).filter(([field]) => !excess.has(field as CustomColumn)),
    ),
    entries: entries.map((entry) => ({
      ...entry,
      customFields: entry.customFields.filter(({ column }) => !excess.has(column)),
    })),
    leftOut: new Map([...excess].map((column) => [columnOf(column), REASON])),
    notes: [
      `Columns that become no custom fields, since a workspace can have ${CUSTOM_FIELDS_MAX} and those with most values are kept: ${names.join(', ')}. --map cf.KEY=COLUMN keeps another.`,
    ],
  };
}

const REASON = `a workspace can have ${CUSTOM_FIELDS_MAX} custom fields, and others have more values`;
