import type * as z from 'zod';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';

type Fields = Record<string, unknown>;

/**
 * A schema for what people write on public pages, in whose texts email addresses are masked. They are checked before, so that
 * no oversized text is searched, and afterwards, because masks can be longer than addresses.
 */
export const masked = <S extends z.ZodType<Fields, Fields>>(
  schema: S,
  texts: readonly (keyof z.output<S> & string)[],
) =>
  schema
    .transform((fields): Fields => ({ ...fields, ...withoutAddresses(fields, texts) }))
    // Masking changes no field's type.
    .pipe(schema);

const withoutAddresses = (fields: Fields, texts: readonly string[]): Fields =>
  Object.fromEntries(
    texts.flatMap((name) => {
      const text = fields[name];
      return typeof text === 'string' ? [[name, redactEmailAddresses(text)]] : [];
    }),
  );
