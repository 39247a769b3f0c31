import type * as z from 'zod';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';

/** A validation error, with the name of the field. */
interface FieldError {
  field: string;
  message: string;
}

/**
 * Parses the submitted fields and masks email addresses in them. They are validated twice: before masking,
 * so that no oversized text is searched, and afterwards, because masks can be longer than addresses.
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
