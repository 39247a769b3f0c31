import type { Reader } from '../../kernel/core/database.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { getPortalItem, shownAsPublic, toPortal } from '../../feedback/portal/portal-store.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import { findSession } from '../session/session.ts';
import { asPreview } from '../portal/preview-reader.ts';
import { findTeamMember } from '../portal/team-member.ts';

/**
 * The page of a private portal for a member of its workspace, as the public would see it; undefined for everyone else.
 * What it costs does not depend on whether there is a portal.
 */
export async function previewPage(route: WebRoute, call: WebCall): Promise<WebResponse | undefined> {
  const { read } = call;
  const portalId = await findBySlugOrNothing(read, 'portal', call.request.parameters['portalSlug']!);
  if (!(await isPrivateToTeam(call, portalId))) return undefined;
  return await route.handle({ ...call, read: asPreview(shown(read, portalId)) });
}

/** Whether a portal is private, and the request that of a member of its workspace. */
export async function isPrivateToTeam(call: WebCall, portalId: string): Promise<boolean> {
  const { read } = call;
  const [session, item] = await Promise.all([findSession(call), getPortalItem(read, portalId)]);
  const workspaceId = item ? toPortal(item).workspaceId : portalId;
  const member = await findTeamMember(read, session, workspaceId);
  return item !== undefined && member !== undefined && toPortal(item).visibility === 'private';
}

/** Reads one private portal as if it was public, and everything else as it is. */
const shown = (read: Reader, portalId: string): Reader => ({
  ...read,
  get: async (key) => shownAsPublic(await read.get(key), portalId),
});
