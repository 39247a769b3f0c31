import type { Language } from '../../kernel/core/languages.ts';
import type { WebRequest } from '../../kernel/api/operation/web-route.ts';

/** Cookies of the pages. The `__Host-` prefix makes browsers accept them only from this host over https, for all of it. */
export const cookieNames = {
  /** The session of a signed-in user. */
  session: '__Host-session',
  /** The session of a customer whom a company has signed in to its portal. */
  customer: '__Host-customer',
  /** Binds forms to a visitor who has not signed in. */
  visit: '__Host-visit',
  /** Marks a browser in which a user has signed in before. */
  device: '__Host-device',
  /** The state of a sign-in in progress at an external provider. */
  oidcState: '__Host-oidc-state',
  /** The page of a portal from which a person came to their account. */
  back: '__Host-back',
  /** The language that a reader has chosen. */
  language: '__Host-language',
  /** What the board is limited to under whose path it is. */
  board: '__Secure-board',
} as const;

/**
 * A Set-Cookie value with a lifetime in seconds. Scripts cannot read the cookie and other sites' forms do not
 * send it.
 */
export const setCookie = (name: string, value: string, seconds: number, path = '/'): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

/**
 * The same for a page in a frame of another site: browsers keep one for each site that shows the frame (CHIPS), and
 * send it there alone. Forms have tokens, so that other sites cannot send them.
 */
const setFramedCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=None; Partitioned`;

/** Whether a request is of a frame. */
export const isFramed = ({ headers }: Pick<WebRequest, 'headers'>): boolean =>
  headers['sec-fetch-dest'] === 'iframe';

/** How a cookie is set in the window or frame that sent a request. */
export const cookieFor = (request: Pick<WebRequest, 'headers'>): typeof setCookie =>
  isFramed(request) ? setFramedCookie : setCookie;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie that keeps the language that a reader has chosen. */
export const languageCookie = (request: Pick<WebRequest, 'headers'>, language: Language): string =>
  cookieFor(request)(cookieNames.language, language, YEAR_SECONDS);

/** The cookie that keeps what the board at a path is limited to; an empty value removes it. */
export const boardCookie = (path: string, value: string): string =>
  setCookie(cookieNames.board, value, value === '' ? 0 : YEAR_SECONDS, path);

export const clearCookie = (name: string): string => setCookie(name, '', 0);
