import type * as z from 'zod';
import { redactEmailAddresses } from '../core/email-addresses.ts';

/** What is wrong with what was sent, with the name of the field. */
interface FieldError {
  field: string;
  message: string;
}

/**
 * The fields that somebody sent, without the e-mail addresses in them. They are judged as they were typed first,
 * so that nothing longer than it may be is searched, and once more, since what stands for an address is longer
 * than some.
 */
export function parseSubmission<T extends Record<string, string | undefined>>(
  schema: z.ZodType<T>,
  fields: Record<keyof T & string, string | undefined>,
): T | FieldError[] {
  const typed = schema.safeParse(fields);
  if (!typed.success) return typed.error.issues.map(fieldError);
  const cleaned = Object.entries<string | undefined>(typed.data).map(([name, value]) => [
    name,
    value && redactEmailAddresses(value),
  ]);
  const kept = schema.safeParse(Object.fromEntries(cleaned));
  return kept.success ? kept.data : kept.error.issues.map(fieldError);
}

const fieldError = ({ path: [field], message }: { path: PropertyKey[]; message: string }): FieldError => ({
  field: String(field),
  message,
});
