import type { Form } from '../api/http/form.ts';
import { entityKey } from '../db/table.ts';
import { html, type Html } from '../pages/html.ts';
import type { Change } from '../core/database.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** A form that was sent before; what it asks for has been done. */
export class DuplicateSubmission extends Error {
  override name = 'SentBefore';
}

const NONCE_RETENTION_SECONDS = 24 * 60 * 60;
const FIELD = 'once';

export const newFormNonce = ({ services }: WebCall): string => services.randomBytes(16).toString('base64url');

/** The hidden field by which a form that is sent twice is known again. */
export const formNonceField = (once: string): Html =>
  html`<input type="hidden" name="${FIELD}" value="${once}" />`;

/** The changes that go with what a form asks for, so that it is done once; throws DuplicateSubmission the second time. */
export function recordFormNonce(form: Form, userId: string, now: Date): Change[] {
  const once = form[FIELD] ?? '';
  if (!/^[\w-]{22}$/.test(once)) return [];
  const ttl = Math.ceil(now.getTime() / 1000) + NONCE_RETENTION_SECONDS;
  const sentBefore = () => new DuplicateSubmission('The form was sent before.');
  return [
    { put: { ...entityKey(`ONCE#${userId}#${once}`), ttl }, if: 'absent', onConditionFailed: sentBefore },
  ];
}
