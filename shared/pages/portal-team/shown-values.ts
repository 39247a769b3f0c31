import { createHash } from 'node:crypto';
import type { Form } from '../../kernel/api/http/form.ts';

/** The hidden field with what a form was shown with: a digest of each field's text, by the field's name. */
export const SHOWN = 'shown';

const DIGEST_CHARACTERS = 12;

type Texts = Readonly<Record<string, string | null | undefined>>;

/** The text of a field as it is compared: browsers send other line ends than are stored. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\r\n', '\n').trim();

const digestOf = (text: string | null | undefined): string =>
  createHash('sha256').update(plain(text)).digest('base64url').slice(0, DIGEST_CHARACTERS);

/** The value of that field. */
export const shownValue = (texts: Texts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, digestOf(text)])));

/** A form that was written for an earlier version: fields that were not touched in it have what is saved now. */
export function withSaved(form: Form, saved: Texts): Form {
  const shown = shownOf(form);
  const untouched = Object.entries(saved).filter(([name]) => shown.get(name) === digestOf(form[name]));
  return { ...form, ...Object.fromEntries(untouched.map(([name, text]) => [name, text ?? ''])) };
}

/** Without what it was shown with, every field counts as touched. */
function shownOf(form: Form): Map<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(form[SHOWN] ?? '{}') as object));
  } catch {
    return new Map();
  }
}
