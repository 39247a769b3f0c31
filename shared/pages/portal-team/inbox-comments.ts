import { commentsOf, findVisitorComments, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { InboxComment } from './inbox-view.ts';
import type { TeamCall } from './team-call.ts';

const COMMENTS_MAX = 50;

interface InboxComments {
  comments: InboxComment[];
  /** Whether there may be older ones. */
  isMore: boolean;
}

/** The newest comments by visitors of a portal, and which of them the team has not answered. */
export async function findComments({ call: { read }, portal }: TeamCall): Promise<InboxComments> {
  const comments = await findVisitorComments(read, portal.id, COMMENTS_MAX);
  const itemOf = ({ itemId }: FeedbackComment) => itemId;
  const byItem = Map.groupBy(comments, itemOf);
  const shown: CommentsByItem = Map.groupBy(
    comments.filter(({ hidden }) => !hidden),
    itemOf,
  );
  const items = (await getListedItemsById(read, [...byItem.keys()])).map(toItem);
  const rows = await Promise.all(
    items.map(async (item) => {
      const open = await findUnanswered(read, item, shown);
      const { slug, title } = item;
      return byItem.get(item.id)!.map((comment) => ({
        comment,
        isUnanswered: open.has(comment.id),
        item: { slug, title },
      }));
    }),
  );
  // Ids are in the order of time.
  const newestFirst = rows.flat().sort((a, b) => (a.comment.id < b.comment.id ? 1 : -1));
  return { comments: newestFirst, isMore: comments.length === COMMENTS_MAX };
}

/** The visible comments by visitors since the oldest that the page lists, by item. */
type CommentsByItem = ReadonlyMap<string, readonly FeedbackComment[]>;

/**
 * The ids of those of an item's comments after which the team has written nothing public, there or where the item was
 * merged into. Read is one more of the newest comments than visitors wrote in that time: it has the team's newest, or that
 * is older than all of theirs.
 */
async function findUnanswered(read: Reader, item: FeedbackItem, shown: CommentsByItem): Promise<Set<string>> {
  const { id, mergedIntoId, hidden } = item;
  const comments = shown.get(id) ?? [];
  if (comments.length === 0 || (hidden && mergedIntoId === null)) return new Set();
  const newest = await Promise.all(
    [id, mergedIntoId].map(async (itemId) => {
      if (itemId === null) return [];
      const limit = (shown.get(itemId)?.length ?? 0) + 1;
      return await read.query({ index: 'list', partition: commentsOf(itemId), limit });
    }),
  );
  const answers = newest.flat().map(toFeedbackComment).filter(isOfTeam);
  const open = comments.filter((one) => !answers.some((answer) => answer.id > one.id));
  return new Set(open.map((one) => one.id));
}

const isOfTeam = ({ authorKind }: FeedbackComment): boolean => authorKind !== 'visitor';
