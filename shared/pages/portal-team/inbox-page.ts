import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { findItems as findStoredItems } from '../../feedback/items/find-items.ts';
import { itemStatuses, type FeedbackItem } from '../../feedback/items/item.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { Q_MAX_CHARACTERS } from '../portal/public-portal.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { getNotificationPreferences } from '../../identity/notification-preferences/get-notification-preferences.ts';
import { updateNotificationPreferences } from '../../identity/notification-preferences/update-notification-preferences.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { findComments } from './inbox-comments.ts';
import { findItemId } from './find-item.ts';
import { BY_VOTES, TAG_MAX_CHARACTERS, type IdeaFilter, type InboxShows } from './find-form-view.ts';
import { inboxView, UNANSWERED, type Changed } from './inbox-view.ts';
import { searchInbox, type InboxSearch } from './search-inbox.ts';
import { frameOf, type TeamCall, type TeamForm, type TeamPage } from './team-call.ts';
import { PageError } from '../session/page-error.ts';
import { proofOf } from './undo-proof.ts';
import { run, runWhole } from '../kit/run-operation.ts';

const ITEMS_MAX = 25;

const filters: Record<Exclude<InboxShows, 'comments'>, object> = {
  new: { status: ['pending'] },
  all: {},
  hidden: { hidden: 'only' },
};

/** The newest ideas and comments, for the team to answer or hide. */
async function showInbox(team: TeamCall): Promise<WebResponse> {
  const { t, call, portal, visitor } = team;
  const { query } = call.request;
  const shows = inboxShows(query.get('show'));
  const byVotes = query.get('sort') === BY_VOTES;
  const chosen = chosenOf(team, shows);
  const found =
    shows === 'comments'
      ? { talk: await findComments(team), items: [], nextCursor: null }
      : {
          talk: undefined,
          ...(await findItems(team, shows, { byVotes, ...chosen, cursor: query.get('cursor') })),
        };
  const isChosen = Object.values(chosen).some((value) => value !== undefined);
  const isAllOfNew = shows === 'new' && !query.has('cursor') && !isChosen;
  const fresh = isAllOfNew ? found : await findItems(team, 'new', { byVotes: false, cursor: null });
  const { feedback } = await run(team, getNotificationPreferences);
  const view = inboxView({
    t,
    mail: feedback,
    slug: portal.slug,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    boards: portal.boards,
    shows,
    byVotes,
    ...chosen,
    fresh: { count: fresh.items.length, isMore: fresh.nextCursor !== null },
    isUnansweredOnly: shows === 'comments' && query.get('only') === UNANSWERED,
    cursor: query.get('cursor') ?? undefined,
    done: query.get('done') ?? undefined,
    changed: await findChanged(team),
    ...found,
  });
  return portalResponse(frameOf(team), view);
}

export const page: TeamPage = { show: showInbox, formsAnswer: true };

/** The idea whose status was just set here, and what it was before; undefined after anything else. */
async function findChanged(team: TeamCall): Promise<Changed | undefined> {
  const { query } = team.call.request;
  const slug = query.get('item');
  const was = itemStatuses.find((status) => status === query.get('was'));
  if (query.get('done') !== 'status' || !slug || was === undefined) return undefined;
  if (query.get('proof') !== proofOf(team.visitor.csrfToken, 'status', slug, was)) return undefined;
  const itemId = await findItemId(team, slug);
  if (itemId === undefined) return undefined;
  const item = await run(team, getFeedbackItem, { path: { itemId } });
  return { item, was, next: query.get('next') ?? undefined };
}

/** Chooses how the member gets mail about new ideas and comments. */
const chooseTeamMail: TeamForm = {
  async handle(team, form) {
    await run(team, updateNotificationPreferences, { body: { feedback: form['mail'] } });
    return redirectResponse(`${team.page}?done=mail`);
  },
};

export const forms = { chooseTeamMail };

const inboxShows = (asked: string | null): InboxShows =>
  asked === 'comments' || asked === 'hidden' || asked === 'all' ? asked : 'new';

/** What is chosen among the ideas of a list; a status and a tag only among all. */
function chosenOf({ call, portal }: TeamCall, shows: InboxShows): IdeaFilter {
  const { query } = call.request;
  const written = (name: string) => query.get(name)?.trim() ?? '';
  const q = written('q');
  if ([...q].length > Q_MAX_CHARACTERS)
    throw new PageError(400, 'error.search', (t) => t.text('error.searchText', { max: Q_MAX_CHARACTERS }));
  const isAll = shows === 'all';
  return {
    boardId: portal.boards.find(({ id }) => id === query.get('board'))?.id,
    q: q || undefined,
    status: isAll ? itemStatuses.find((status) => status === query.get('status')) : undefined,
    tag: (isAll && written('tag').slice(0, TAG_MAX_CHARACTERS)) || undefined,
  };
}

interface InboxQuery extends Partial<IdeaFilter> {
  byVotes: boolean;
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
  { byVotes, boardId, q, status, tag, cursor }: InboxQuery,
): Promise<{ items: FeedbackItem[]; nextCursor: string | null }> {
  const ofStatus = status === undefined ? {} : { status: [status] };
  const ofTag = tag === undefined ? {} : { tag: [tag] };
  if (q !== undefined) {
    return await searchInbox(team, { q, boardId, cursor, ...searches[shows], ...ofStatus, ...ofTag });
  }
  const ofBoard = boardId === undefined ? {} : { boardId: [boardId] };
  if (tag !== undefined) {
    // The operation that lists ideas has no filter by tag.
    const filter = { ...ofTag, ...ofStatus, ...ofBoard, ...(byVotes && { sort: '-voteCount' as const }) };
    const page = { limit: ITEMS_MAX, after: cursor || undefined };
    const { items, next } = await findStoredItems(team.call.read, team.portal.id, filter, page);
    return { items, nextCursor: next ?? null };
  }
  const query = {
    ...filters[shows],
    ...ofStatus,
    ...ofBoard,
    limit: ITEMS_MAX,
    ...(byVotes && shows !== 'hidden' ? { sort: '-voteCount' } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const { data, meta } = await runWhole(team, listFeedbackItems, { query });
  return { items: data, nextCursor: meta.nextCursor };
}
