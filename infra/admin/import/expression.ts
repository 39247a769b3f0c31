import { CommandError } from '../command-error.ts';

/** One alternative of an expression: a column of the file, or a text of its own. */
export type Term = { column: string } | { literal: string };

/** What a field is taken from: the first alternative that has a value. */
export type Expression = readonly Term[];

const TERM = /\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^|"'`]+?))\s*(\||$)/y;

/**
 * Reads an expression such as `topic|type|"Other"`: alternatives between bars, columns by name (in backquotes
 * where the name holds a bar or a quote), texts in quotes. Throws CommandError.
 */
export function parseExpression(text: string): Expression {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  for (;;) {
    const match = TERM.exec(text);
    if (!match) {
      throw new CommandError(
        `${text} is not an expression; write columns and quoted texts between bars, such as team|project|"Other".`,
      );
    }
    const [, double, single, quoted, plain] = match;
    const literal = double ?? single;
    terms.push(literal === undefined ? { column: quoted ?? plain! } : { literal });
    if (match[5] === '') return terms;
  }
}

/** The expression as it would be written. */
export const formatExpression = (expression: Expression): string =>
  expression.map((term) => ('literal' in term ? `"${term.literal}"` : term.column)).join('|');

/**
 * The values of the first alternative that has any, blanks left out: one for a plain value, all entries for a
 * list. Throws a RangeError where a value is an object.
 */
export function evaluate(expression: Expression, values: Record<string, unknown>): string[] {
  for (const term of expression) {
    const found = 'literal' in term ? [term.literal] : textsOf(lookUp(values, term.column), term.column);
    if (found.length > 0) return found;
  }
  return [];
}

/** A column, or where there is none a path into objects such as `assignee.email`. */
export function lookUp(values: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path];
  let value: unknown = values;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

function textsOf(value: unknown, column: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => textsOf(entry, column));
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  throw new RangeError(`${column} holds an object; name one of its values, such as ${column}.name`);
}
