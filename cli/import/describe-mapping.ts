import { evaluate, formatExpression, safely } from './expression.ts';
import { fields, plain, usualColumns } from './fields.ts';
import { customColumnsOf, type Mapping } from './mapping.ts';
import { columnsOf, type Row } from './read-rows.ts';

/**
 * A remark if a column that is named like a key was not used as one. Takes the input and output of
 * `createMapping`.
 */
export function keyNotes({ key }: Mapping, rows: readonly Row[], given: readonly string[]): string[] {
  if (key || given.some((text) => /^\s*key\s*=/i.test(text))) return [];
  const columns = columnsOf(rows);
  const column = usualColumns('key').flatMap((usual) => columns.filter((each) => plain(each) === usual))[0];
  if (column === undefined) return [];
  const empty = rows.find(({ values }) => safely(() => evaluate([{ column }], values))?.length === 0);
  const why = empty ? `has no value in row ${empty.number}` : 'does not identify rows uniquely';
  return [
    `The column ${column} is not used as the key, since it ${why}: rows are identified ` +
      `by their content and get no parents. If it is the key, add --map key=${column}; rows ` +
      'without a unique key are then refused.',
  ];
}

/** The mapping for display: field, source and first value. */
export function describeMapping(mapping: Mapping, rows: readonly Row[]): string[][] {
  return [...fields, ...customColumnsOf(mapping)].flatMap((field) => {
    const mapped = mapping[field];
    if (!mapped) return [];
    const { expression, guessed, refersTo } = mapped;
    const example = rows
      .map(({ values }) => safely(() => evaluate(expression, values)) ?? [])
      .find((found) => found.length > 0);
    return [
      [
        field,
        formatExpression(expression),
        `${guessed ? 'guessed' : 'given'}${refersTo ? `, names ${formatExpression(refersTo)}` : ''}`,
        shorten((example ?? []).join(', ')),
      ],
    ];
  });
}

const EXAMPLE_LENGTH = 48;

/** A text on one line, cut to fit into a table. */
export function shorten(text: string, length = EXAMPLE_LENGTH): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
