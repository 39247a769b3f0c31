import type { Form } from '../../kernel/api/http/form.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { isRecorded, putNonce } from './form-nonce-store.ts';
import { FORM_NONCE_FIELD } from './form-nonce-view.ts';

/** Thrown for a form that has already been submitted and processed. */
export class DuplicateSubmission extends Error {
  override name = 'DuplicateSubmission';
}

export const newFormNonce = ({ services }: WebCall): string => services.randomBytes(16).toString('base64url');

const duplicateSubmission = () => new DuplicateSubmission('The form has already been submitted.');
const nonceOf = (form: Form): string | undefined => /^[\w-]{22}$/.exec(form[FORM_NONCE_FIELD] ?? '')?.[0];

/** The nonce of a form, for another form with the same contents. */
export const sameFormNonce = (form: Form): string => nonceOf(form) ?? '';

/** Throws DuplicateSubmission if a form has been processed already. */
export async function assertNotSubmitted(read: Reader, form: Form, userId: string): Promise<void> {
  const nonce = nonceOf(form);
  if (nonce !== undefined && (await isRecorded(read, userId, nonce))) throw duplicateSubmission();
}

/**
 * Changes to include with a form's effects, so that it is processed once; throws DuplicateSubmission on a
 * repeat.
 */
export function recordFormNonce(form: Form, userId: string, now: Date): Change[] {
  const nonce = nonceOf(form);
  return nonce === undefined ? [] : [putNonce({ userId, nonce }, now, duplicateSubmission)];
}
