import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Form } from '../api/http/form.ts';
import { deriveKey } from '../core/derive-key.ts';
import { html, type Html } from '../pages/html.ts';
import { cookieNames, setCookie } from './cookies.ts';
import { PageError } from './page-error.ts';
import { findSession, type Session } from './session.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Seconds that the forms of somebody who has not signed in stay good. */
const ANONYMOUS_SESSION_SECONDS = 24 * 60 * 60;

/** Who looks at a page, and what ties the page's forms to their browser. */
export interface Visitor {
  session: Session | undefined;
  formToken: string;
  /** To be set with the page. */
  cookies: string[];
}

/** The visitor of a request. One who has not signed in gets a cookie too, for the sign-in form's own sake. */
export async function resolveVisitor(call: WebCall): Promise<Visitor> {
  const session = await findSession(call);
  if (session) call.identify({ kind: 'user', principalId: session.user.id, workspaceId: null });
  if (session) return { session, formToken: await csrfToken(session.secret.text, call), cookies: [] };
  const kept = call.request.cookies[cookieNames.visit] ?? '';
  const visit = /^[\w-]{43}$/.test(kept) ? kept : call.services.randomBytes(32).toString('base64url');
  return {
    session,
    formToken: await csrfToken(visit, call),
    cookies: visit === kept ? [] : [setCookie(cookieNames.visit, visit, ANONYMOUS_SESSION_SECONDS)],
  };
}

/** Only who can read the browser's cookie can make the token, so no other site can fill in the form. */
const csrfToken = async (cookie: string, { services }: WebCall): Promise<string> =>
  createHmac('sha256', deriveKey(await services.secret('OAUTH_KEY_ARN'), 'form'))
    .update(cookie)
    .digest('base64url');

const FIELD = 'form_token';

/** The hidden field that every form carries. */
export const csrfField = ({ formToken }: Visitor): Html =>
  html`<input type="hidden" name="${FIELD}" value="${formToken}" />`;

/** Throws a 403 for a form that this browser was not given, or was given before it signed in or out. */
export function assertCsrf(form: Form, visitor: Visitor): void {
  const sent = Buffer.from(form[FIELD] ?? '');
  const expected = Buffer.from(visitor.formToken);
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return;
  throw new PageError(403, 'This form is out of date', 'Go back, reload the page and send it again.');
}
