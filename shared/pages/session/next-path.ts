import { personalPaths } from '../../kernel/core/personal-paths.ts';
import { CONNECTIONS, DEFAULT_NEXT_PAGE, OWN_ADDRESS, OWN_PASSWORD } from './account-paths.ts';

/** The paths to which users can be redirected after signing in or out. */
const destinations = new Set(['/oauth/authorize', DEFAULT_NEXT_PAGE, OWN_PASSWORD, OWN_ADDRESS, CONNECTIONS]);
const PORTAL = /^\/portals\/([^/]+)\/(?:feedback|manage)(?:\/|$)/;

/** The pages on which its team manages a portal. */
export const MANAGE = /^\/portals\/[^/]+\/manage\b/;

/** The pages on which members look at their planning. */
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PLANNING = new RegExp(
  `^/(?:my-work(?:/${ID})?|inbox/${ID}|stories/${ID}(?:/(?:comments|files)/${ID}|/delete)?|teams/${ID}(?:/(?:sprints|proposals)(?:/${ID})?|/objectives|/deleted/${ID}|/filter)?|objectives/${ID})$`,
  'i',
);

/** The files of stories. */
const FILE = new RegExp(`^/stories/${ID}/files/`, 'i');

/** The pages of a person's own tokens. */
const TOKENS = /^\/account\/(?:workspaces\/[^/]+\/)?tokens$/;

/** The page of what a person gets by mail, which their mails link. */
const MAIL_PREFERENCES = new RegExp(`^${personalPaths.mailPreferences}[\\w-]{86}$`);

/** A place within a page. */
const ANCHOR = /^#[\w%-]{1,600}$/;

/**
 * Returns the page to continue to, as a path of this service with its query. Anything but a page that itself
 * redirects to sign-in becomes the default page, which prevents open redirects.
 */
export function nextPage(asked: string | undefined, baseUrl: string): string {
  if (!asked?.startsWith('/')) return DEFAULT_NEXT_PAGE;
  const url = URL.parse(asked, baseUrl);
  if (url?.origin !== new URL(baseUrl).origin) return DEFAULT_NEXT_PAGE;
  const { pathname } = url;
  const isKnown =
    destinations.has(pathname) ||
    [PORTAL, PLANNING, TOKENS, MAIL_PREFERENCES].some((page) => page.test(pathname));
  if (!isKnown) return DEFAULT_NEXT_PAGE;
  return pathname + url.search + (ANCHOR.exec(url.hash)?.[0] ?? '');
}

/** The slug of the portal that a page belongs to. */
export function portalSlugOf(next: string): string | undefined {
  const [path = ''] = next.split(/[?#]/);
  return PORTAL.exec(path)?.[1];
}

/** The query of an idea's page once the reader follows it. Those who sign in to that page follow the idea then. */
export const FOLLOWED_AFTER = { name: 'done', value: 'followed' } as const;
const IDEA = /^\/portals\/[^/]+\/feedback\/items\/([^/]+)$/;

/** The slug of the idea that a person who signs in to a page follows. */
export function followedSlugOf(next: string): string | undefined {
  const [path = '', query] = next.split('#')[0]!.split('?');
  const { name, value } = FOLLOWED_AFTER;
  if (new URLSearchParams(query).get(name) !== value) return undefined;
  const slug = IDEA.exec(path)?.[1];
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}

/** The query of the page of a portal's updates once the reader gets them by mail. Those who sign in to that page do from then. */
export const SUBSCRIBED_AFTER = { name: 'done', value: 'subscribed' } as const;
const UPDATES = /^\/portals\/[^/]+\/feedback\/updates$/;

/** Whether a person signs in to get the updates of a portal by mail. */
export function isForUpdates(next: string): boolean {
  const [path = '', query] = next.split('#')[0]!.split('?');
  const { name, value } = SUBSCRIBED_AFTER;
  return UPDATES.test(path) && new URLSearchParams(query).get(name) === value;
}

const IDEA_PAGE = /^\/portals\/[^/]+\/feedback\/items\/([^/?#]{1,200})/;

/** The slug of the idea whose page, or a form of it, a person signs in to. */
export const ideaSlugOf = (next: string): string | undefined => IDEA_PAGE.exec(next)?.[1];

/** Whether a page is one of a person's own tokens. */
export const isForTokens = (next: string): boolean => TOKENS.test(next.split(/[?#]/)[0]!);

/** Whether a page is for the members of a workspace. */
export const isForMembers = (next: string): boolean => PLANNING.test(next.split(/[?#]/)[0]!);

/** Whether a page is for anyone with an address: a page of a portal, apart from those of its team. */
export const isForAnyone = (next: string): boolean => portalSlugOf(next) !== undefined && !MANAGE.test(next);

/** Whether the forms of a page are shown again, as they were typed, to a person who had to sign in. */
export const keepsDraft = (next: string): boolean => portalSlugOf(next) !== undefined || isForMembers(next);

/**
 * Whether the page itself can redirect to another site: the consent page can, to the requesting client, and that of a
 * story's file leads to where it is stored.
 */
export const leavesService = (next: string): boolean =>
  next.startsWith('/oauth/authorize') || FILE.test(next.split(/[?#]/)[0]!);

/** The path of the sign-in page that continues to a page, with a vote for the item with this slug. */
export const signInPath = (next: string, vote?: string): string =>
  next === DEFAULT_NEXT_PAGE
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ next, ...(vote === undefined ? {} : { vote }) }).toString()}`;

/** The query of the account page: the page of a portal that links it. */
export const FROM = 'from';

/** The account page as a page of a portal links it, so that it leads back there. */
export const accountPath = (from: string): string =>
  `${DEFAULT_NEXT_PAGE}?${new URLSearchParams({ [FROM]: from }).toString()}`;
