/** Where people can be sent on to after they have signed in or out. */
const destinations = new Set(['/oauth/authorize', '/account', '/connections']);
const PORTAL = /^\/portals\/[^/]+\/feedback(\/|$)/;

/** Where to when nothing else was asked for. */
export const DEFAULT_NEXT_PAGE = '/account';

/**
 * The page to go on to, as a path of this service with its query. Anything else than a page that sends people
 * to sign in becomes the home page, so that no link to us leads elsewhere.
 */
export function nextPage(asked: string | undefined, baseUrl: string): string {
  if (!asked?.startsWith('/')) return DEFAULT_NEXT_PAGE;
  const url = URL.parse(asked, baseUrl);
  if (url?.origin !== new URL(baseUrl).origin) return DEFAULT_NEXT_PAGE;
  if (!destinations.has(url.pathname) && !PORTAL.test(url.pathname)) return DEFAULT_NEXT_PAGE;
  return url.pathname + url.search;
}

/** Whether the page can send people out of this service in turn: that of consent does, to the program that asks. */
export const leavesService = (next: string): boolean => next.startsWith('/oauth/authorize');

/** The path of the sign-in page that leads on to a page. */
export const signInPath = (next: string): string =>
  next === DEFAULT_NEXT_PAGE ? '/sign-in' : `/sign-in?${new URLSearchParams({ next }).toString()}`;
