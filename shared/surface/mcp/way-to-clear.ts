import type { Arguments } from '../../kernel/api/mcp/tool.ts';
import { ApiError, withFields, type FieldError } from '../../kernel/core/errors.ts';

/** What people write to say that something is to have no value. */
const NOTHING = /^\s*(?:none|null|)\s*$/i;

/**
 * An error that also says how to clear each field that was refused because of `none`, `null` or an empty text in place of
 * a value. `clearable` are the fields that clearFields takes.
 */
export function withWayToClear<E>(error: E, args: Arguments, clearable: readonly string[]): E | ApiError {
  if (!(error instanceof ApiError) || !error.fields.some((field) => clearedBy(field, args, clearable)))
    return error;
  return withFields(
    error,
    error.fields.map((field) => {
      const name = clearedBy(field, args, clearable);
      if (name === undefined) return field;
      return { ...field, message: `${field.message}; to clear it, send clearFields: ["${name}"]` };
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
