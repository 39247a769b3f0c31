import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { personalPaths } from '../../kernel/core/personal-paths.ts';
import { MY_WORK } from '../../planning/paths/page-paths.ts';
import { CONNECTIONS, OWN_ACCOUNT, OWN_ADDRESS, OWN_PASSWORD } from './account-paths.ts';

/** The paths to which users can be redirected after signing in or out. */
const destinations = new Set(['/oauth/authorize', OWN_ACCOUNT, OWN_PASSWORD, OWN_ADDRESS, CONNECTIONS]);
const PORTAL = /^\/portals\/([^/]+)\/(?:feedback|manage)(?:\/|$)/;

/** The pages on which its team manages a portal. */
export const MANAGE = /^\/portals\/[^/]+\/manage\b/;

/** The pages on which members look at their planning. */
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PLANNING = new RegExp(
  `^/(?:my-work(?:/${ID})?|inbox/${ID}|stories/${ID}(?:/(?:comments|files)/${ID}|/delete)?|teams/${ID}(?:/(?:sprints|proposals)(?:/${ID})?|/rules(?:/${ID}(?:/(?:preview|revert))?)?|/rule-recipes/[a-z-]+|/objectives|/deleted/${ID}|/filter)?|objectives/${ID})$`,
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

/** The host that a page is asked of. */
export interface Host extends Pick<WebCall, 'home'> {
  services: Pick<WebCall['services'], 'baseUrl'>;
}

/**
 * Returns the page to continue to, as a path of this service with its query. Anything but a page that itself
 * redirects to sign-in becomes the default page, which prevents open redirects: what a person works on, which leads those
 * who are members of nothing to their account. A portal's host has their account alone.
 */
export const nextPage = (asked: string | undefined, host: Host): string =>
  knownPage(asked, host) ?? (host.home === undefined ? MY_WORK : OWN_ACCOUNT);

/** The same of a page that is asked for; undefined if none is, or another than those. */
export function knownPage(asked: string | undefined, { services }: Host): string | undefined {
  if (!asked?.startsWith('/')) return undefined;
  const baseUrl = services.baseUrl();
  const url = URL.parse(asked, baseUrl);
  if (url?.origin !== new URL(baseUrl).origin) return undefined;
  const { pathname } = url;
  const isKnown =
    destinations.has(pathname) ||
    [PORTAL, PLANNING, TOKENS, MAIL_PREFERENCES].some((page) => page.test(pathname));
  if (!isKnown) return undefined;
  return pathname + url.search + (ANCHOR.exec(url.hash)?.[0] ?? '');
}

/** The slug of the portal that a page belongs to. */
export function portalSlugOf(next: string | undefined): string | undefined {
  const [path = ''] = (next ?? '').split(/[?#]/);
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

/** Whether a page is for the members of a workspace, which the one that chooses the workspace is not. */
export const isForMembers = (next: string): boolean => {
  const path = next.split(/[?#]/)[0]!;
  return PLANNING.test(path) && path !== MY_WORK;
};

/** Whether a page is for anyone with an address: a page of a portal, except those of its team. */
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
  next === MY_WORK
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ next, ...(vote === undefined ? {} : { vote }) }).toString()}`;

/** The query of the account page: the page of a portal that links it. */
export const FROM = 'from';

/** The account page as a page of a portal links it, so that it leads back there. */
export const accountPath = (from: string): string =>
  `${OWN_ACCOUNT}?${new URLSearchParams({ [FROM]: from }).toString()}`;
