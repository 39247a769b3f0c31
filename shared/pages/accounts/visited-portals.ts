import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getVisitorId, listVisitedWorkspaces } from '../../kernel/auth/visitor-store.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import type { Portal } from '../../feedback/portals/portal.ts';
import {
  findPublicPortalId,
  getPortalItem,
  portalsOf,
  toPortal,
} from '../../feedback/portals/portal-store.ts';
import { preferencesPath, preferencesToken } from '../../identity/mail/preferences-token.ts';
import { portalSlugOf } from './next-path.ts';

/** A public portal of a workspace on whose portals, this one or others, a person has taken part. */
export interface VisitedPortal {
  name: string;
  slug: string;
  /** The path of the page on which the person chooses its mail. */
  mailPath: string;
}

/** The most workspaces, and portals of each, that the page of an account links. */
const WORKSPACES_MAX = 20;
const PORTALS_MAX = 10;

/**
 * The portals that the page of a person's account links. On the own host of a portal it is that one alone, if they have
 * taken part on portals of its workspace. Elsewhere it is the newest public portals, up to ten each, of the newest twenty
 * workspaces on whose portals they have voted or written: of the newest workspace first. They need not have taken part in
 * each of the portals.
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
  const workspaceIds = await listVisitedWorkspaces(read, userId, WORKSPACES_MAX);
  const found = await Promise.all(
    workspaceIds.map(async (workspaceId) => {
      const partitions = [portalsOf(workspaceId)];
      return await readNewest(read, { index: 'list', partitions, before: undefined, limit: PORTALS_MAX });
    }),
  );
  return found.flat().map(toPortal);
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
