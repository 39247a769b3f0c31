import type { Arguments } from '../../kernel/api/mcp/tool.ts';
import { ApiError, withFields, type FieldError, type FieldProblem } from '../../kernel/core/errors.ts';

/** What people write in place of a value that is to be removed. */
const NOTHING =
  /^\s*(?:|-|none|null|nil|n\/a|undefined|unset|clear|remove|delete|empty|nothing|nobody|no one|unassigned|backlog)\s*$/i;

/** Texts, for which any value is valid, what in them only means that there is none, and that they are to be removed. */
const TEXTS: readonly string[] = ['description', 'shortSummary', 'goal'];
const NO_TEXT = /^\s*(?:none|null|nil|n\/a|undefined|unset|empty)\s*$/i;
const NO_MORE_TEXT = /^\s*(?:clear|remove|delete)\s*$/i;

/** Whether a text stands for no text, as `none` does for a description. */
export const isNoText = (name: string, value: unknown): boolean =>
  TEXTS.includes(name) && typeof value === 'string' && NO_TEXT.test(value);

const isRemoved = (name: string, value: unknown): boolean =>
  isNoText(name, value) || (TEXTS.includes(name) && typeof value === 'string' && NO_MORE_TEXT.test(value));

/** The texts among arguments that stand for no text, or for its removal, each with how to clear it. */
export const textsToClear = (args: Arguments, clearable: readonly string[]): FieldProblem[] =>
  Object.entries(args).flatMap(([path, value]): FieldProblem[] => {
    if (!clearable.includes(path) || !isRemoved(path, value)) return [];
    return [{ path, code: 'invalid_value', message: `is only ${JSON.stringify(value)}; ${clears(path)}` }];
  });

const clears = (name: string): string => `to clear it, send clearFields: ["${name}"]`;

/**
 * An error that also says how to clear each field that was refused because of `none`, an empty text or the like in place
 * of a value. `clearable` are the fields that clearFields takes.
 */
export function withWayToClear<E>(error: E, args: Arguments, clearable: readonly string[]): E | ApiError {
  if (!(error instanceof ApiError) || !error.fields.some((field) => clearedBy(field, args, clearable)))
    return error;
  return withFields(
    error,
    error.fields.map((field) => {
      const name = clearedBy(field, args, clearable);
      if (name === undefined) return field;
      return { ...field, message: `${field.message}; ${clears(name)}` };
    }),
  );
}

/** The name under which clearFields takes the field of a problem, if nothing was sent as its value. */
function clearedBy(
  { path, message }: FieldError,
  args: Arguments,
  clearable: readonly string[],
): string | undefined {
  const [field = '', key] = path.split('.').filter((step) => !/^(?:stories|\d+)$/.test(step));
  if (!clearable.includes(field) || message.includes('clearFields')) return undefined;
  const sent = args[field];
  if (field === 'customFields' && key !== undefined)
    return saysNothing((sent as Arguments | undefined)?.[key]) ? `${field}.${key}` : undefined;
  return saysNothing(sent) ? field : undefined;
}

const saysNothing = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 1 && saysNothing(value[0])
    : typeof value === 'string' && NOTHING.test(value);
