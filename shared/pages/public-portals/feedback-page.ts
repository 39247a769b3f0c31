import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { itemStatuses, type ItemStatus } from '../../feedback/items/item.ts';
import { getVisibleItems } from '../../feedback/items/find-items.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import { statusNames } from '../../feedback/items/status-names.ts';
import { VOTED } from '../portal/addresses.ts';
import { textsFor } from '../session/texts-for.ts';
import { feedbackView, type FeedbackQuery } from './feedback-view.ts';
import { portalAddress } from '../portal/portal-address.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { findPortalTeam } from '../portal/team.ts';
import { signedInVisitor, type SignedIn } from '../portal/visitor.ts';
import type { PublicPage } from '../../kernel/api/operation/public-serving.ts';
import type { PublicPortal } from '../portal/public-portal.ts';

/** The orders of items as pages name them in their addresses. */
const sortsNamed: ReadonlyMap<string, string> = new Map([
  ['newest', '-createdAt'],
  ['votes', '-voteCount'],
]);

/** The values that people mean, by the parameter. */
const parsers: Partial<Record<string, (value: string) => string | undefined>> = {
  status: (value) => statusNamed(value),
  sort: (value) => sortsNamed.get(value),
};

/** The main page of a portal: ideas by board and status, with their votes. */
export const feedbackPage: PublicPage<PublicPortal, SignedIn | undefined> = {
  load: signedInVisitor,
  normalizeQuery: (query) => {
    const isSearch = query.some(([name, value]) => name === 'q' && value.trim() !== '');
    return (
      query
        // What is found has an order of its own, also where a link to a sorted list was searched.
        .filter(([name, value]) => !(isSearch && name === 'sort') && !(name === 'tag' && value === ''))
        .map(([name, value]) => [name, parsers[name]?.(value) ?? value])
    );
  },
  render: ({ data: portal }, visitor, call) => showItems(portal, visitor, call),
};

async function showItems(
  found: PublicPortal,
  visitor: SignedIn | undefined,
  call: WebCall,
): Promise<WebResponse> {
  const ids = found.items.map(({ id }) => id);
  const texts = textsFor(call.request, found.language);
  // Visitors see their own votes at once; the counts of a front page follow a moment later.
  const [voted, items, team] = visitor
    ? await Promise.all([
        findVotes(call.read, visitor.session.user.id, ids),
        getVisibleItems(call.read, found.id, ids),
        findPortalTeam(call, visitor, found),
      ])
    : [new Set<string>(), found.items, undefined];
  const portal = { ...found, items };
  const t = await texts;
  const isTeam = team !== undefined;
  const justVoted = visitor && (call.request.query.get(VOTED) ?? undefined);
  const view = feedbackView({ t, portal, visitor, voted, isTeam, query: queryOf(call), justVoted });
  const { baseUrl, isElsewhere } = portalAddress(portal, call, visitor);
  return portalResponse({ t, portal, visitor, team, baseUrl, isElsewhere }, view);
}

/** The query with known parameters only, in a fixed order, so that each page has one URL. */
function queryOf({ request: { query } }: WebCall): FeedbackQuery {
  const value = (name: string) => query.get(name) ?? undefined;
  const status = value('status');
  const q = value('q')?.trim() || undefined;
  return {
    q,
    status: status && (statusNamed(status) ?? status),
    boardId: value('boardId'),
    tag: value('tag') || undefined,
    sort: q === undefined && ['newest', '-createdAt'].includes(value('sort') ?? '') ? 'newest' : undefined,
    cursor: value('cursor'),
  };
}

/** Parses a status as its badge spells it, such as `done` or `Under review`. */
function statusNamed(text: string): ItemStatus | undefined {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim();
  const wanted = plain(text);
  return itemStatuses.find((status) => [plain(status), plain(statusNames[status])].includes(wanted));
}
