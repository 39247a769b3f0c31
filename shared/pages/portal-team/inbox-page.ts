import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { itemStatuses, type FeedbackItem } from '../../feedback/items/item.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { Q_MAX_CHARACTERS } from '../public-portals/public-portal.ts';
import { portalResponse } from '../public-portals/portal-response.ts';
import type { NotificationPreferences } from '../../identity/notification-preferences/notification-preferences.ts';
import { getNotificationPreferences } from '../../identity/notification-preferences/get-notification-preferences.ts';
import { updateNotificationPreferences } from '../../identity/notification-preferences/update-notification-preferences.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses } from '../public-portals/addresses.ts';
import { findComments } from './inbox-comments.ts';
import { findItemId } from './find-item.ts';
import { BY_VOTES, inboxView, UNANSWERED, type Changed, type InboxShows } from './inbox-view.ts';
import { searchInbox, type InboxSearch } from './search-inbox.ts';
import { frameOf, run, runList, type TeamCall, type TeamForm, type TeamPage } from './team-call.ts';
import { proofOf } from './undo-proof.ts';

const ITEMS_MAX = 25;

const filters: Record<Exclude<InboxShows, 'comments'>, object> = {
  new: { status: ['pending'] },
  all: {},
  hidden: { hidden: 'only' },
};

/** The newest ideas and comments, for the team to answer or hide. */
export const inboxPage: TeamPage = async (team) => {
  const { t, call, portal, visitor } = team;
  const { query } = call.request;
  const shows = inboxShows(query.get('show'));
  const byVotes = query.get('sort') === BY_VOTES;
  const boardId = portal.boards.find(({ id }) => id === query.get('board'))?.id;
  const q = query.get('q')?.trim().slice(0, Q_MAX_CHARACTERS) || undefined;
  const found =
    shows === 'comments'
      ? { talk: await findComments(team), items: [], nextCursor: null }
      : {
          talk: undefined,
          ...(await findItems(team, shows, { byVotes, boardId, q, cursor: query.get('cursor') })),
        };
  const isAllOfNew = shows === 'new' && !query.has('cursor') && boardId === undefined && q === undefined;
  const fresh = isAllOfNew ? found : await findItems(team, 'new', { byVotes: false, cursor: null });
  const { feedback } = await run<NotificationPreferences>(team, getNotificationPreferences);
  const view = inboxView({
    t,
    mail: feedback,
    slug: portal.slug,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    boards: portal.boards,
    shows,
    byVotes,
    boardId,
    q,
    fresh: { count: fresh.items.length, isMore: fresh.nextCursor !== null },
    isUnansweredOnly: shows === 'comments' && query.get('only') === UNANSWERED,
    cursor: query.get('cursor') ?? undefined,
    done: query.get('done') ?? undefined,
    changed: await findChanged(team),
    ...found,
  });
  return portalResponse(frameOf(team), view);
};

/** The idea whose status was just set here, and what it was before; undefined after anything else. */
async function findChanged(team: TeamCall): Promise<Changed | undefined> {
  const { query } = team.call.request;
  const slug = query.get('item');
  const was = itemStatuses.find((status) => status === query.get('was'));
  if (query.get('done') !== 'status' || !slug || was === undefined) return undefined;
  if (query.get('proof') !== proofOf(team.visitor.csrfToken, 'status', slug, was)) return undefined;
  const itemId = await findItemId(team, slug);
  if (itemId === undefined) return undefined;
  const item = await run<FeedbackItem>(team, getFeedbackItem, { path: { itemId } });
  return { item, was, next: query.get('next') ?? undefined };
}

/** Chooses how the member gets mail about new ideas and comments. */
export const chooseMail: TeamForm = async (team, form) => {
  await run(team, updateNotificationPreferences, { body: { feedback: form['mail'] } });
  return redirectResponse(`${addresses.manage(team.portal.slug)}?done=mail`);
};

const inboxShows = (asked: string | null): InboxShows =>
  asked === 'comments' || asked === 'hidden' || asked === 'all' ? asked : 'new';

interface Found {
  byVotes: boolean;
  boardId?: string | undefined;
  q?: string | undefined;
  cursor: string | null;
}

/** What a search of a list finds. */
const searches: Record<keyof typeof filters, Pick<InboxSearch, 'status' | 'isHidden'>> = {
  new: { status: ['pending'] },
  all: {},
  hidden: { isHidden: true },
};

async function findItems(
  team: TeamCall,
  shows: keyof typeof filters,
  { byVotes, boardId, q, cursor }: Found,
): Promise<{ items: FeedbackItem[]; nextCursor: string | null }> {
  if (q !== undefined) return await searchInbox(team, { q, boardId, cursor, ...searches[shows] });
  const query = {
    ...filters[shows],
    limit: ITEMS_MAX,
    ...(boardId === undefined ? {} : { boardId: [boardId] }),
    ...(byVotes && shows !== 'hidden' ? { sort: '-voteCount' } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const { data, nextCursor } = await runList(team, listFeedbackItems, { query });
  return { items: data as FeedbackItem[], nextCursor };
}
