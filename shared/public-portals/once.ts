import type { Form } from '../api/form.ts';
import type { WebCall } from '../api/logged-route.ts';
import { entityKey } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { html, type Html } from '../pages/html.ts';

/** A form that was sent before; what it asks for has been done. */
export class SentBefore extends Error {
  override name = 'SentBefore';
}

const LIFETIME = 24 * 60 * 60;
const FIELD = 'once';

export const newOnce = ({ services }: WebCall): string => services.randomBytes(16).toString('base64url');

/** The hidden field by which a form that is sent twice is known again. */
export const onceField = (once: string): Html =>
  html`<input type="hidden" name="${FIELD}" value="${once}" />`;

/** The changes that go with what a form asks for, so that it is done once; throws SentBefore the second time. */
export function rememberForm(form: Form, userId: string, now: Date): Change[] {
  const once = form[FIELD] ?? '';
  if (!/^[\w-]{22}$/.test(once)) return [];
  const ttl = Math.ceil(now.getTime() / 1000) + LIFETIME;
  const sentBefore = () => new SentBefore('The form was sent before.');
  return [{ put: { ...entityKey(`ONCE#${userId}#${once}`), ttl }, if: 'absent', otherwise: sentBefore }];
}
