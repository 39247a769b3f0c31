import { CommandError } from '../core/command-error.ts';

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
export const evaluate = (expression: Expression, values: Record<string, unknown>): string[] =>
  select(expression, values).texts;

/** What an expression selects: the values, and whether they stood in a list or in one text. */
export function select(
  expression: Expression,
  values: Record<string, unknown>,
): { texts: string[]; isList: boolean } {
  for (const term of expression) {
    const value = 'literal' in term ? term.literal : lookUp(values, term.column);
    const texts = textsOf(value, 'literal' in term ? term.literal : term.column);
    if (texts.length > 0) return { texts, isList: Array.isArray(value) };
  }
  return { texts: [], isList: false };
}

/** A column, or where there is none a path into objects and lists of them, such as `assignee.email`. */
export function lookUp(values: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path];
  return follow(values, path.split('.'));
}

/** What lies at the end of a path; of a list, what lies there in each entry. Undefined where nothing does. */
function follow(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((entry) => follow(entry, [step, ...rest])).filter((entry) => entry !== undefined);
    return found.length > 0 ? found : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return follow((value as Record<string, unknown>)[step], rest);
}

function textsOf(value: unknown, column: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => textsOf(entry, column));
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  throw new RangeError(`${column} holds an object; name one of its values, such as ${column}.name`);
}
