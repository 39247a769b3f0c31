import { createHash } from 'node:crypto';
import { CommandError } from '../core/command-error.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { evaluate, parseExpression, safely, type Expression } from './expression.ts';
import {
  fields,
  isCustomColumn,
  plain,
  relationFields,
  usualColumns,
  type CustomColumn,
  type Field,
} from './fields.ts';
import { canHold, guess, isNearlyKey } from './guess-column.ts';
import { nameProblem } from './name-problem.ts';
import { customFieldName, type Preset } from './presets/preset.ts';
import { columnsOf, type Row } from './read-rows.ts';

interface Mapped {
  expression: Expression;
  guessed: boolean;
  /** For parents: the column they refer to, if it is not the key. */
  refersTo?: Expression;
}

/** The source of each field of a story; fields without an entry stay empty. */
export type Mapping = Partial<Record<Field | CustomColumn, Mapped>>;

/** The custom fields that have a source, in the order of the options. */
export const customColumnsOf = (mapping: Mapping): CustomColumn[] =>
  Object.keys(mapping).filter(isCustomColumn);

/** The names that custom fields have if they are created, by their keys: the column's, else the key. */
export const fieldNamesOf = (mapping: Mapping): ReadonlyMap<string, string> =>
  new Map(
    customColumnsOf(mapping).flatMap((column): [string, string][] => {
      const [term] = mapping[column]?.expression ?? [];
      const name =
        term && 'column' in term ? (/^Custom field \((.*)\)$/.exec(term.column)?.[1] ?? term.column) : '';
      return nameProblem(name) ? [] : [[column.slice('cf.'.length), name]];
    }),
  );

interface MappingOptions {
  /** Says the sources of fields instead of guesses. */
  preset?: Preset | undefined;
  /** Whether columns that nothing takes become custom fields, as the preset says. */
  customFields?: boolean;
}

/**
 * The mapping of a file: explicit `field=expression` options (an empty expression leaves a field empty), and for the
 * rest what the preset says, or guesses from column names. Throws a CommandError if something is missing or unknown.
 */
export function createMapping(
  rows: readonly Row[],
  given: readonly string[],
  { preset, customFields = false }: MappingOptions = {},
): Mapping {
  const columns = columnsOf(rows);
  const chosen = new Map(given.map((text) => parseAssignment(text, rows, columns, preset)));
  const usual = (field: Field) => (preset ? presetSource(field, preset, rows) : guess(field, rows, columns));
  const mapping: Mapping = {};
  for (const field of fields) {
    const expression = chosen.has(field) ? chosen.get(field) : usual(field);
    if (expression) mapping[field] = { expression, guessed: !preset && !chosen.has(field) };
  }
  const own: Mapping = {};
  for (const [name, expression] of chosen)
    if (isCustomColumn(name) && expression) own[name] = { expression, guessed: false };
  if (preset && customFields) Object.assign(mapping, customSources(preset, { ...mapping, ...own }, rows));
  Object.assign(mapping, own);
  const list = `${columns.join(', ')}${preset?.columnName ? `. An export in English, the language of your profile in ${preset.tool}, is read whole` : ''}`;
  if (!mapping.title) {
    throw new CommandError(`No column looks like the title; add --map title=COLUMN. There are ${list}.`);
  }
  if (!mapping.team) {
    throw new CommandError(
      `No column looks like the team; add --map team=COLUMN, or --map 'team="Name"' for one team. There are ${list}.`,
    );
  }
  if (mapping.parent && !mapping.key) {
    if (chosen.has('parent')) {
      throw new CommandError('Parents refer to the keys of rows; add --map key=COLUMN.');
    }
    delete mapping.parent;
  }
  for (const field of relationFields) {
    if (!mapping[field] || mapping.key) continue;
    if (chosen.has(field)) {
      throw new CommandError('Relations refer to the keys of rows; add --map key=COLUMN.');
    }
    delete mapping[field];
  }
  // What has no id cannot be found again.
  if (preset && !mapping.key && !mapping.externalId && !chosen.has('externalSource'))
    delete mapping.externalSource;
  if (!mapping.sprint) {
    delete mapping.sprintStart;
    delete mapping.sprintEnd;
  }
  const refersTo =
    preset?.namedBy === undefined
      ? findParentKey(mapping, rows, columns)
      : mapping[preset.namedBy]?.expression;
  if (mapping.parent && refersTo) mapping.parent.refersTo = refersTo;
  return mapping;
}

/**
 * The column that parents refer to, if it is not the key: some tools have a readable key and a number for
 * parents. Among columns that identify rows, the one that most parents match.
 */
function findParentKey(
  { key, parent }: Mapping,
  rows: readonly Row[],
  columns: readonly string[],
): Expression | undefined {
  if (!key || !parent) return undefined;
  const named = rows.flatMap(({ values }) => safely(() => evaluate(parent.expression, values))?.[0] ?? []);
  const found = (expression: Expression) => {
    const known = new Set(rows.map(({ values }) => safely(() => evaluate(expression, values))?.[0]));
    return named.filter((text) => known.has(text)).length;
  };
  const others = columns
    .filter((column) => [...usualColumns('key'), ...usualColumns('title')].includes(plain(column)))
    .map((column): Expression => [{ column }])
    .filter((expression) => isNearlyKey(expression, rows));
  const best = others.reduce((a, b) => (found(b) > found(a) ? b : a), key.expression);
  return best === key.expression ? undefined : best;
}

/** The alternatives of a preset for a field that the file has; undefined if it has none. */
function presetSource(
  field: Field,
  { map, titleIsFirst = false }: Preset,
  rows: readonly Row[],
): Expression | undefined {
  const [first] = field === 'title' && titleIsFirst ? columnsOf(rows) : [];
  if (first !== undefined) return [{ column: first }];
  const source = map[field];
  const terms = source === undefined ? [] : parseExpression(source);
  const found = terms.filter((term) => 'literal' in term || canHold(term.column, rows));
  return found.length > 0 ? found : undefined;
}

/** Custom fields for the columns with values that nothing else takes, by keys made from their names. */
function customSources(preset: Preset, mapping: Mapping, rows: readonly Row[]): Mapping {
  const sources: Mapping = {};
  for (const column of unmappedColumns(mapping, rows)) {
    const name = customFieldName(preset, column);
    const custom = name === undefined ? undefined : customColumnOf(name);
    const expression: Expression = [{ column }];
    if (custom && !sources[custom] && hasTexts(expression, rows))
      sources[custom] = { expression, guessed: false };
  }
  return sources;
}

const hasTexts = (expression: Expression, rows: readonly Row[]): boolean =>
  rows.some(({ values }) => (safely(() => evaluate(expression, values)) ?? []).length > 0);

/** The longest key of a custom field. */
const KEY_MAX = 40;

function customColumnOf(name: string): CustomColumn | undefined {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const column = `cf.${words
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, KEY_MAX)}`;
  if (isCustomColumn(column)) return column;
  // Names in other scripts make keys as well.
  return /\p{L}/u.test(name)
    ? `cf.field_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
    : undefined;
}

/** A column by the name that the preset reads it by, which can be another than the one in the file. */
function asRead(
  term: Expression[number],
  rows: readonly Row[],
  preset: Preset | undefined,
): Expression[number] {
  if ('literal' in term || canHold(term.column, rows)) return term;
  return { column: preset?.columnName?.(term.column) ?? term.column };
}

function parseAssignment(
  text: string,
  rows: readonly Row[],
  columns: readonly string[],
  preset: Preset | undefined,
): [Field | CustomColumn, Expression | undefined] {
  const [, name = '', source = ''] = /^\s*([^=]*?)\s*=(.*)$/s.exec(text) ?? [];
  const field = isCustomColumn(name)
    ? name
    : fields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!field) {
    throw new CommandError(
      `--map takes field=column; there is no field ${name || text}; ${didYouMean(name, fields)} A custom field is cf. and its key.`,
    );
  }
  if (source.trim() === '') return [field, undefined];
  const expression = parseExpression(source).map((term) => asRead(term, rows, preset));
  for (const term of expression) {
    if ('literal' in term || canHold(term.column, rows)) continue;
    throw new CommandError(
      `There is no column ${term.column}; ${didYouMean(term.column, columns)} Put literal ` +
        `texts in quotes: --map '${field}="${term.column}"'.`,
    );
  }
  return [field, expression];
}

/** The columns that are not imported. */
function unmappedColumns(mapping: Mapping, rows: readonly Row[]): string[] {
  const used = Object.values(mapping).flatMap((mapped) => [
    ...(mapped?.expression ?? []),
    ...(mapped?.refersTo ?? []),
  ]);
  const names = new Set(used.flatMap((term) => ('column' in term ? term.column : [])));
  const isUsed = (column: string) =>
    names.has(column) ||
    [...names].some((name) => name.startsWith(`${column}.`) || name.startsWith(`${column}[`));
  return columnsOf(rows).filter((column) => !isUsed(column));
}
