import type { WebCall } from '../api/logged-route.ts';
import { findPublicPortal, showPortal, type ShownPortal } from './find-portal.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

/** What stands around the content of every page of a portal. */
export interface Surroundings {
  portal: ShownPortal;
  visitor: SignedIn | undefined;
  /** Where the service is reached from outside. */
  baseUrl: string;
}

/** Of the portal in the request's address; throws the 404 or Moved where it has none to show. */
export async function surroundings(call: WebCall): Promise<Surroundings> {
  const baseUrl = call.services.baseUrl();
  const [visitor, portal] = await Promise.all([
    signedInVisitor(call),
    findPublicPortal(call.read, call.request.parameters['portalSlug']!),
  ]);
  return { portal: showPortal(portal, baseUrl), visitor, baseUrl };
}
