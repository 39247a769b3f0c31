import type { Form } from '../api/http/form.ts';
import { entityKey } from '../db/table.ts';
import { html, type Html } from '../pages/html.ts';
import type { Change, Reader } from '../core/database.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Thrown for a form that has already been submitted and processed. */
export class DuplicateSubmission extends Error {
  override name = 'DuplicateSubmission';
}

const NONCE_RETENTION_SECONDS = 24 * 60 * 60;
const FIELD = 'once';

export const newFormNonce = ({ services }: WebCall): string => services.randomBytes(16).toString('base64url');

/** The hidden field that identifies repeated submissions. */
export const formNonceField = (once: string): Html =>
  html`<input type="hidden" name="${FIELD}" value="${once}" />`;

const keyOf = (userId: string, once: string) => entityKey(`ONCE#${userId}#${once}`);
const sentBefore = () => new DuplicateSubmission('The form has already been submitted.');
const onceOf = (form: Form): string | undefined => /^[\w-]{22}$/.exec(form[FIELD] ?? '')?.[0];

/** The nonce of a form, for another form with the same contents. */
export const sameNonceField = (form: Form): Html => formNonceField(onceOf(form) ?? '');

/** Throws DuplicateSubmission if a form has been processed already. */
export async function assertNotSubmitted(read: Reader, form: Form, userId: string): Promise<void> {
  const once = onceOf(form);
  if (once !== undefined && (await read.get(keyOf(userId, once)))) throw sentBefore();
}

/**
 * Changes to include with a form's effects, so that it is processed once; throws DuplicateSubmission on a
 * repeat.
 */
export function recordFormNonce(form: Form, userId: string, now: Date): Change[] {
  const once = onceOf(form);
  if (once === undefined) return [];
  const ttl = Math.ceil(now.getTime() / 1000) + NONCE_RETENTION_SECONDS;
  return [{ put: { ...keyOf(userId, once), ttl }, if: 'absent', onConditionFailed: sentBefore }];
}
