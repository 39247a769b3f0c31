import * as z from 'zod';
import { clearableFields } from '../operation/field-problems.ts';

/**
 * A value without the members that are null where its schema has an option: clients send null for what is not set. What
 * an update can clear keeps its null, to be refused with how to clear it.
 */
export function withoutUnsetNulls(schema: unknown, value: unknown): unknown {
  const own = innermost(schema);
  if (Array.isArray(value))
    return own instanceof z.ZodArray ? value.map((one) => withoutUnsetNulls(own.element, one)) : value;
  if (!(own instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const clearable = new Set(clearableFields(own));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const member: unknown = Object.hasOwn(own.shape, name) ? own.shape[name] : undefined;
      if (one === null && !clearable.has(name) && isUnset(member)) return [];
      return [[name, withoutUnsetNulls(member, one)]];
    }),
  );
}

/** Whether a member can be left out, and null is no value of it. */
const isUnset = (member: unknown): boolean =>
  member instanceof z.ZodType && member.safeParse(undefined).success && !member.safeParse(null).success;

/** The schema that optional, nullable and defaulted ones wrap. */
const innermost = (schema: unknown): unknown =>
  schema instanceof z.ZodType && 'innerType' in schema.def ? innermost(schema.def.innerType) : schema;
