import { findPublicPortal, showPortal, type ShownPortal } from './find-portal.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** What stands around the content of every page of a portal. */
export interface PageContext {
  portal: ShownPortal;
  visitor: SignedIn | undefined;
  /** Where the service is reached from outside. */
  baseUrl: string;
}

/** Of the portal in the request's address; throws the 404 or Moved where it has none to show. */
export async function loadPageContext(call: WebCall): Promise<PageContext> {
  const baseUrl = call.services.baseUrl();
  const [visitor, portal] = await Promise.all([
    signedInVisitor(call),
    findPublicPortal(call.read, call.request.parameters['portalSlug']!),
  ]);
  return { portal: showPortal(portal, baseUrl), visitor, baseUrl };
}
