import { evaluate } from './expression.ts';
import type { Mapping } from './mapping.ts';
import type { Warning } from './parents.ts';
import { customFieldName, entryOf, type Preset } from './presets/preset.ts';
import type { Refusal } from './prepared-row.ts';
import { columnsOf, type Row } from './read-rows.ts';

/** What an import makes of a column. */
export interface ColumnUse {
  column: string;
  /** The fields that take it, or what else it becomes. */
  becomes: string[];
  /** Rows with a value in it, and those of them whose value was not imported. */
  values: number;
  omitted: number;
  /** Why a column is not imported at all. */
  reason?: string;
}

/** The columns of a file, with the numbers of the rows that have a value in each. */
export type FilledColumns = ReadonlyMap<string, Uint32Array>;

/** What of each column has a value: this is kept of a file while its rows are sent. */
export const filledColumns = (rows: readonly Row[]): FilledColumns =>
  new Map(
    columnsOf(rows).map((column) => {
      const filled = rows.filter(({ values, original }) => hasValue(entryOf(original ?? values, column)));
      return [column, Uint32Array.from(filled, ({ number }) => number)];
    }),
  );

interface ColumnInput {
  columns: FilledColumns;
  mapping: Mapping;
  preset: Preset | undefined;
  /** Columns that are not imported though it was asked for, with the reason. */
  leftOut?: ReadonlyMap<string, string>;
  refused: readonly Refusal[];
  warnings: readonly Warning[];
}

/** Accounts for every column of a file. */
export function columnUses({
  columns,
  mapping,
  preset,
  leftOut,
  refused,
  warnings,
}: ColumnInput): ColumnUse[] {
  const refusedRows = new Set(refused.map(({ row }) => row));
  const droppedRows = new Map<string, Set<number>>();
  for (const { row, field, code } of warnings) {
    if (field === undefined || code === 'chosen' || code === 'named') continue;
    droppedRows.set(field, (droppedRows.get(field) ?? new Set()).add(row));
  }
  return [...columns].map(([column, filled]) => {
    const fields = Object.entries(mapping).flatMap(([field, mapped]) =>
      mapped && namesColumn(mapped.expression, mapped.refersTo, column) ? [field] : [],
    );
    const used = entryOf(preset?.uses, column);
    const becomes = [...fields, ...(used === undefined ? [] : [used])];
    const omitted = filled.filter(
      (number) =>
        becomes.length === 0 ||
        refusedRows.has(number) ||
        (fields.length > 0 && fields.every((field) => droppedRows.get(field)?.has(number))),
    ).length;
    const use = { column, becomes, values: filled.length, omitted };
    return becomes.length > 0
      ? use
      : { ...use, reason: leftOut?.get(column) ?? reasonOf(column, filled.length, preset) };
  });
}

function reasonOf(column: string, values: number, preset: Preset | undefined): string {
  if (values === 0) return 'it is empty';
  const omitted = entryOf(preset?.omits, column);
  if (omitted) return omitted;
  if (preset && customFieldName(preset, column) !== undefined)
    return 'add --create fields to make it a custom field';
  return 'no field takes it; --map FIELD=COLUMN or --map cf.KEY=COLUMN does';
}

function namesColumn(
  expression: NonNullable<Mapping['title']>['expression'],
  refersTo: NonNullable<Mapping['title']>['refersTo'],
  column: string,
): boolean {
  return [...expression, ...(refersTo ?? [])].some(
    (term) =>
      'column' in term &&
      (term.column === column ||
        term.column.startsWith(`${column}.`) ||
        term.column.startsWith(`${column}[`)),
  );
}

function hasValue(value: unknown): boolean {
  try {
    return evaluate([{ column: 'value' }], { value }).length > 0;
  } catch (error) {
    // An object, or a list of them.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
