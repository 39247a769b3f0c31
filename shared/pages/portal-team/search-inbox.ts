import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackItem, ItemStatus } from '../../feedback/items/item.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { searchPublicItems } from '../portal/search-items.ts';
import type { TeamCall } from './team-call.ts';
import { run } from '../kit/run-operation.ts';

const FOUND_MAX = 25;
/** Hidden ideas that a search looks through, the newest. */
const SEARCHED_MAX = 100;

export interface InboxSearch {
  q: string;
  boardId: string | undefined;
  status?: readonly ItemStatus[];
  tag?: readonly string[];
  /** Whether only ideas that the team has hidden are searched; the index has none of them. */
  isHidden?: boolean;
  cursor: string | null;
}

/** The ideas that have the words of a text, best first, with all that the team sees of them. */
export async function searchInbox(
  team: TeamCall,
  { q, boardId, status, tag, isHidden = false, cursor }: InboxSearch,
): Promise<{ items: FeedbackItem[]; nextCursor: string | null }> {
  if (isHidden) return { items: await findHidden(team, q, boardId), nextCursor: null };
  const { call, portal } = team;
  const context = { read: call.read, now: call.now, setting: call.services.setting };
  const ofBoard = boardId !== undefined && { boardId: [boardId] };
  const filter = { ...(status && { status }), ...(tag && { tag }), ...ofBoard };
  const page = { limit: FOUND_MAX, after: cursor ?? undefined };
  const { items, next } = await searchPublicItems(context, portal.id, { q, ...filter }, page);
  const stored = (
    await getListedItemsById(
      call.read,
      items.map(({ id }) => id),
    )
  ).map(toItem);
  const byId = new Map(stored.map((item) => [item.id, item]));
  return { items: items.flatMap(({ id }) => byId.get(id) ?? []), nextCursor: next ?? null };
}

async function findHidden(team: TeamCall, q: string, boardId: string | undefined): Promise<FeedbackItem[]> {
  const query = { hidden: 'only', limit: SEARCHED_MAX, ...(boardId !== undefined && { boardId: [boardId] }) };
  const hidden = await run(team, listFeedbackItems, { query });
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, description }: FeedbackItem) => `${title} ${description ?? ''}`.toLowerCase();
  return hidden.filter((item) => words.every((word) => textOf(item).includes(word)));
}
