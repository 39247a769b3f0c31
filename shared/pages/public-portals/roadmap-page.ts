import { readAhead } from '../../kernel/db/read-ahead.ts';
import { findPublicItems } from '../../feedback/items/find-items.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { addresses } from './addresses.ts';
import { loadPublicPortal } from './find-portal.ts';
import { loadPageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';
import { roadmapView } from './roadmap-view.ts';

const statuses = ['planned', 'in_progress', 'completed'] as const;
/** The newest items per status, sorted by votes; a link leads to the rest. */
const ITEMS_PER_STATUS = 20;

/** The roadmap of the portal in the request's path. */
export async function roadmapPage(call: WebCall): Promise<WebResponse> {
  const [context, pages] = await Promise.all([loadPageContext(call), findItemsByStatus(call)]);
  const lanes = pages.map(({ items, next }, position) => ({
    status: statuses[position]!,
    items: [...items].sort((a, b) => b.voteCount - a.voteCount),
    more: next !== undefined,
  }));
  return portalResponse(context, roadmapView(context.portal, lanes, context.t));
}

async function findItemsByStatus(call: WebCall) {
  const portalSlug = call.request.parameters['portalSlug']!;
  const read = readAhead(call.read, addresses.roadmap(portalSlug));
  const page = { limit: ITEMS_PER_STATUS, after: undefined };
  const [, pages] = await loadPublicPortal(read, portalSlug, (portalId) =>
    Promise.all(statuses.map((status) => findPublicItems(read, portalId, { status: [status] }, page))),
  );
  return pages;
}
