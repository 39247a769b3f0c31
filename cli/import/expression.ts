import { CommandError } from '../core/command-error.ts';

/** One alternative of an expression: a column of the file, or a literal text. */
type Term = { column: string } | { literal: string };

/** The source of a field: the first alternative that has a value. */
export type Expression = readonly Term[];

const TERM = /\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^|"'`]+?))\s*(\||$)/y;

/**
 * Parses an expression such as `topic|type|"Other"`: alternatives separated by bars, columns by name (in
 * backquotes if the name contains a bar or a quote), literal texts in quotes. Throws a CommandError.
 */
export function parseExpression(text: string): Expression {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  for (;;) {
    const match = TERM.exec(text);
    if (!match) {
      throw new CommandError(
        `${text} is not an expression; separate columns and quoted texts by bars, such as team|project|"Other".`,
      );
    }
    const [, double, single, quoted, plain] = match;
    const literal = double ?? single;
    terms.push(literal === undefined ? { column: quoted ?? plain! } : { literal });
    if (match[5] === '') return terms;
  }
}

/** Formats an expression. */
export const formatExpression = (expression: Expression): string =>
  expression.map((term) => ('literal' in term ? `"${term.literal}"` : term.column)).join('|');

/**
 * The non-blank values of the first alternative that has any: one for a plain value, all entries for a list.
 * Throws a RangeError if a value is an object.
 */
export const evaluate = (expression: Expression, values: Record<string, unknown>): string[] =>
  select(expression, values).texts;

/** The result of an expression: its values, and whether they were in a list or in one text. */
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

/**
 * A column or, if there is none, a path into objects and lists, such as `assignee.email`; of a list of objects, those
 * with certain values, such as `links[type=blocks,relates].key`.
 */
export function lookUp(values: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path];
  return follow(values, path.split('.'));
}

/** The value at a path; for a list, the values of all entries. Undefined if there is none. */
function follow(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const [, list, member, wanted] = /^([^[]+)\[([^=\]]+)=([^\]]+)\]$/.exec(step) ?? [];
  if (list !== undefined) {
    const all = follow(value, [list]);
    const chosen = (Array.isArray(all) ? all : [all]).filter((entry) => {
      const found = follow(entry, [member!]);
      return typeof found === 'string' && wanted!.split(',').includes(found);
    });
    return follow(chosen, rest);
  }
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
  throw new RangeError(`${column} contains an object; use one of its values, such as ${column}.name`);
}

/** The value of a function that may meet objects where texts are expected; undefined if it does. */
export function safely<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
