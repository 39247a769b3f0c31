import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getVisitorId, listVisits } from '../../kernel/auth/visitor-store.ts';
import { listPosts } from '../../feedback/items/author-store.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import { listFollowed } from '../../feedback/items/follow-store.ts';
import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { findPublicPortalId, getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import { listSubscribed } from '../../feedback/portal/subscriber-store.ts';
import { preferencesPath, preferencesToken } from '../../identity/mail/preferences-token.ts';
import { portalSlugOf } from '../session/next-path.ts';

/** A public portal on which a person has taken part. */
export interface VisitedPortal {
  name: string;
  slug: string;
  /** The path of the page on which the person chooses its mail. */
  mailPath: string;
}

/** The most workspaces and portals that the page of an account links, and the most posts of each kind from which they are found. */
const WORKSPACES_MAX = 20;
const PORTALS_MAX = 50;
const POSTS_MAX = 50;

/**
 * The portals that the page of a person's account links. On the own host of a portal it is that one alone, if they have
 * taken part on portals of its workspace. Elsewhere it is the public portals on which they took part first, wrote, follow
 * or voted for something, or whose updates they get by mail, of the newest workspaces first.
 */
export async function listVisitedPortals(
  userId: string,
  { read, home, services }: Pick<WebCall, 'read' | 'home' | 'services'>,
): Promise<VisitedPortal[]> {
  const portals =
    home === undefined ? await portalsAnywhere(read, userId) : await portalAt(home, read, userId);
  const shown = portals.filter(({ visibility }) => visibility === 'public');
  return await Promise.all(
    shown.map(async ({ id, name, slug }) => {
      const token = await preferencesToken({ userId, portalId: id }, services);
      return { name: redactEmailAddresses(name), slug, mailPath: preferencesPath(token) };
    }),
  );
}

async function portalsAnywhere(read: Reader, userId: string): Promise<Portal[]> {
  const visits = await listVisits(read, userId, WORKSPACES_MAX);
  const [written, subscribed, followed] = await Promise.all([
    portalsOfPosts(read, userId),
    listSubscribed(read, userId),
    listFollowed(read, userId).then((ids) => portalsOfItems(read, ids)),
  ]);
  const visited = visits.map(({ portalId }) => portalId);
  const ids = new Set([...visited, ...written, ...followed, ...subscribed]);
  const stored = await Promise.all([...ids].slice(0, PORTALS_MAX).map((id) => getPortalItem(read, id)));
  const portals = stored.flatMap((item) => (item ? [toPortal(item)] : []));
  const isFollowed = new Set([...followed, ...subscribed]);
  const isVisited = new Set(visits.map(({ workspaceId }) => workspaceId));
  return portals.filter(({ id, workspaceId }) => isVisited.has(workspaceId) || isFollowed.has(id));
}

/** The portals of a person's newest posts. */
async function portalsOfPosts(read: Reader, userId: string): Promise<string[]> {
  const posts = await listPosts(read, userId);
  const newest = (kind: 'item' | 'comment') =>
    posts
      .filter((post) => post.kind === kind)
      .map(({ id }) => id)
      .slice(0, POSTS_MAX);
  const [ofItems, comments] = await Promise.all([
    portalsOfItems(read, newest('item')),
    Promise.all(newest('comment').map((id) => getFeedbackCommentItem(read, id))),
  ]);
  return [...ofItems, ...comments.flatMap((one) => (one ? [toFeedbackComment(one).portalId] : []))];
}

async function portalsOfItems(read: Reader, ids: readonly string[]): Promise<string[]> {
  const items = await getListedItemsById(read, ids.slice(0, POSTS_MAX));
  return items.map((item) => toItem(item).portalId);
}

/** A company with several brands names none of the others to the customers of one. */
async function portalAt(home: string, read: Reader, userId: string): Promise<Portal[]> {
  const slug = portalSlugOf(home);
  const id = slug === undefined ? undefined : await findPublicPortalId(read, slug);
  const stored = id === undefined ? undefined : await getPortalItem(read, id);
  const portal = stored && toPortal(stored);
  const visitorId = portal && (await getVisitorId(read, userId, portal.workspaceId));
  return visitorId === undefined ? [] : [portal!];
}
