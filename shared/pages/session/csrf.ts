import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Form } from '../../kernel/api/http/form.ts';
import type { DerivedKey } from '../../kernel/core/keyring.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { cookieFor, cookieNames } from './cookies.ts';
import { CSRF_FIELD } from './form-fields-view.ts';
import { PageError } from './page-error.ts';
import { findSession, type Session } from './session.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** Seconds for which the forms of a visitor who has not signed in stay valid. */
const ANONYMOUS_SESSION_SECONDS = 24 * 60 * 60;

/** The visitor of a page, and what binds the page's forms to their browser. */
export interface Visitor {
  session: Session | undefined;
  csrfToken: string;
  /** The form tokens of earlier versions of the keyring, which forms that are still open may have. */
  earlierTokens: readonly string[];
  /** To be set with the page. */
  cookies: string[];
  /** The name of a person who has set none, on the pages of their account: that in their newest workspace. */
  memberName?: string | undefined;
  /** Of the portal whose own host the page is on. */
  brand?: Brand | undefined;
}

/** Returns the visitor of a request. One who has not signed in also gets a cookie, for the sign-in form. */
export async function resolveVisitor(call: WebCall): Promise<Visitor> {
  const [session, brand] = await Promise.all([findSession(call), brandOfHost(call)]);
  if (session) return { ...(await visitorOf(session, call)), brand };
  const { visit, cookies } = newVisit(call, call.request.cookies[cookieNames.visit]);
  return { session, brand, ...(await csrfTokens(visit, call)), cookies };
}

/** The secret of a browser's visit: the one that it has, or a new one with its cookie. */
export function newVisit(
  { services, request }: WebCall,
  kept: string | undefined,
): { visit: string; cookies: string[] } {
  if (kept !== undefined && /^[\w-]{43}$/.test(kept)) return { visit: kept, cookies: [] };
  const visit = services.randomBytes(32).toString('base64url');
  return { visit, cookies: [cookieFor(request)(cookieNames.visit, visit, ANONYMOUS_SESSION_SECONDS)] };
}

/** Loaded for portals with a host of their own only. */
const brandOfHost = async (call: WebCall): Promise<Brand | undefined> =>
  call.home === undefined ? undefined : (await import('./host-brand.ts')).findHostBrand(call);

/** The visitor whose session it is. */
export async function visitorOf<S extends Session>(
  session: S,
  call: WebCall,
): Promise<Visitor & { session: S }> {
  const { id } = session.user;
  await call.identify({ kind: 'user', principalId: id, credentialId: id, workspaceId: null });
  return { session, ...(await csrfTokens(session.secret.text, call)), cookies: [] };
}

/** The token can be derived only from the browser's cookie, so no other site can forge the form. */
async function csrfTokens(
  cookie: string,
  { services }: WebCall,
): Promise<Pick<Visitor, 'csrfToken' | 'earlierTokens'>> {
  const { current, all } = await services.keys('form');
  const tokenOf = ({ key }: DerivedKey) => createHmac('sha256', key).update(cookie).digest('base64url');
  return { csrfToken: tokenOf(current), earlierTokens: all.filter((one) => one !== current).map(tokenOf) };
}

/** Whether a form was issued to this browser, and since it signed in or out. */
export function hasCsrfToken(form: Form, visitor: Visitor | undefined): boolean {
  if (visitor === undefined) return false;
  const sent = Buffer.from(form[CSRF_FIELD] ?? '');
  const expected = [visitor.csrfToken, ...visitor.earlierTokens].map((token) => Buffer.from(token));
  return expected.some((token) => sent.length === token.length && timingSafeEqual(sent, token));
}

/** Like assertCsrf, also for a form of a session that has been replaced since, as long as the browser sends its cookie. */
export async function assertCsrfOfBrowser(form: Form, visitor: Visitor, call: WebCall): Promise<void> {
  const replaced = call.request.cookies[cookieNames.session];
  const own = replaced === undefined ? undefined : await csrfTokens(replaced, call);
  const earlierTokens = [...visitor.earlierTokens, ...(own ? [own.csrfToken, ...own.earlierTokens] : [])];
  assertCsrf(form, { ...visitor, earlierTokens });
}

/** Throws a 403 for a form that was not issued to this browser, or was issued before it signed in or out. */
export function assertCsrf(form: Form, visitor: Visitor | undefined): void {
  if (!hasCsrfToken(form, visitor)) throw new PageError(403, 'error.expired', 'error.expiredText');
}
