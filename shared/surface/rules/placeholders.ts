import { RunFailure } from './run-failure.ts';

/** A path of names, such as `event.data.title`; nothing is computed. */
const PLACEHOLDER = /\{\{\s*([A-Za-z]\w*(?:\.\w+)*)\s*\}\}/g;
const WHOLE = /^\{\{\s*([A-Za-z]\w*(?:\.\w+)*)\s*\}\}$/;

/** The most characters of a filled text. */
const TEXT_MAX_CHARACTERS = 64 * 1024;

/** A placeholder, where it stands. */
export interface Placeholder {
  /** Where in the input, as names with dots between. */
  at: string;
  /** The path that it names. */
  path: string;
  /** Whether it is all of the value, whose type it keeps. */
  isWhole: boolean;
}

/** The placeholders of an input. */
export function placeholdersIn(value: unknown, at: readonly string[] = []): Placeholder[] {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value);
    if (whole) return [{ at: at.join('.'), path: whole[1]!, isWhole: true }];
    return [...value.matchAll(PLACEHOLDER)].map(([, path]) => ({
      at: at.join('.'),
      path: path!,
      isWhole: false,
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => placeholdersIn(inner, [...at, name]));
}

/** Something in braces that is no placeholder, such as an expression. */
export const strayBraces = (value: unknown): boolean =>
  JSON.stringify(value).replaceAll(PLACEHOLDER, '').includes('{{');

/** The value of a path in what a run knows; undefined where there is none. */
export function valueAt(known: object, path: string): unknown {
  let value: unknown = known;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/**
 * An input with values in place of its placeholders. Values are put in as they are: what looks like a placeholder in one
 * stays text. Throws RunFailure for a path without a value.
 */
export function fill(value: unknown, valueOf: (path: string) => unknown): unknown {
  if (typeof value === 'string') return fillText(value, valueOf);
  if (Array.isArray(value)) return value.map((inner) => fill(inner, valueOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, valueOf)]));
}

function fillText(text: string, valueOf: (path: string) => unknown): unknown {
  const known = (path: string): unknown => {
    const value = valueOf(path);
    if (value === undefined) throw new RunFailure('unknown_value', `There is no ${path}.`);
    return value;
  };
  const whole = WHOLE.exec(text);
  if (whole) return known(whole[1]!);
  let length = text.length;
  return text.replaceAll(PLACEHOLDER, (_, path: string) => {
    const value = known(path);
    const words: unknown = Array.isArray(value) ? value.join(', ') : (value ?? '');
    if (!['string', 'number', 'boolean'].includes(typeof words))
      throw new RunFailure('unknown_value', `${path} is no text.`);
    const filled = String(words);
    length += filled.length;
    if (length > TEXT_MAX_CHARACTERS) throw new RunFailure('too_large', 'A text has become too long.');
    return filled;
  });
}
