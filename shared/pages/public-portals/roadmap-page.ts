import { readAhead } from '../../kernel/db/read-ahead.ts';
import { findPublicItems, getVisibleItems } from '../../feedback/items/find-items.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { addresses, VOTED } from '../portal/addresses.ts';
import { loadPublicPortal } from '../portal/find-portal.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { roadmapView } from './roadmap-view.ts';
import type { SignedIn } from '../portal/visitor.ts';

const statuses = ['planned', 'in_progress', 'completed'] as const;
/** The newest items per status, sorted by votes; a link leads to the rest. */
const ITEMS_PER_STATUS = 20;

/** The roadmap of the portal in the request's path. */
export async function roadmapPage(call: WebCall): Promise<WebResponse> {
  const [context, pages] = await Promise.all([loadPageContext(call), findItemsByStatus(call)]);
  const { t, portal, visitor } = context;
  const found = pages.flatMap(({ items }) => items);
  const own = visitor && (await ownVotes(call, visitor, portal.id, found));
  const lanes = pages.map(({ items, next }, position) => ({
    status: statuses[position]!,
    items: items.map((item) => own?.items.get(item.id) ?? item).sort((a, b) => b.voteCount - a.voteCount),
    more: next !== undefined,
  }));
  const justVoted = (visitor && call.request.query.get(VOTED)) ?? undefined;
  const voted = own?.voted ?? new Set<string>();
  return portalResponse(context, roadmapView(lanes, { t, portal, visitor, voted, justVoted }));
}

/** The votes of a visitor for items, and the items as they are now: lists follow a moment later. */
async function ownVotes(
  { read }: WebCall,
  visitor: SignedIn,
  portalId: string,
  items: readonly PublicItem[],
) {
  const ids = items.map(({ id }) => id);
  const [voted, now] = await Promise.all([
    findVotes(read, visitor.session.user.id, ids),
    getVisibleItems(read, portalId, ids),
  ]);
  return { voted, items: new Map(now.map((item) => [item.id, item])) };
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
