import { textsFor } from '../session/texts-for.ts';
import { findPublicPortal } from './find-portal.ts';
import { portalAddress } from './portal-address.ts';
import { findPortalTeam, type Team } from './team.ts';
import type { PortalFrame } from './layout-view.ts';
import { showPortal } from './public-portal.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The input of the layout of every portal page. */
export interface PageContext extends PortalFrame {
  visitor: SignedIn | undefined;
  team: Team | undefined;
}

/** The context of the portal in the request's path; throws a 404 or Moved if it cannot be shown. */
export async function loadPageContext(call: WebCall): Promise<PageContext> {
  const [visitor, portal] = await Promise.all([
    signedInVisitor(call),
    findPublicPortal(call.read, call.request.parameters['portalSlug']!),
  ]);
  const [team, t] = await Promise.all([
    findPortalTeam(call, visitor, portal),
    textsFor(call.request, portal.language),
  ]);
  const { baseUrl, isElsewhere } = portalAddress(portal, call, visitor);
  return { t, portal: showPortal(portal, baseUrl), visitor, team, baseUrl, isElsewhere };
}
