import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getVisitorLink } from '../../kernel/auth/visitor-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Author } from './author.ts';
import { commentsOf, toFeedbackComment } from './comment-store.ts';
import { COMMENTS_MAX, type FeedbackComment } from './feedback-comment.ts';
import type { FeedbackItem } from './item.ts';
import { getItem, mergedOf } from './item-store.ts';
import { listFollows } from './follow-store.ts';
import { findVoterIds } from './vote-store.ts';

type Writer = Pick<Author, 'authorId' | 'authorKind'>;

/** The ids of the users behind authors of posts on a workspace's portals; of those who still have an account. */
async function usersOf(read: Reader, workspaceId: string, authors: readonly Writer[]): Promise<string[]> {
  const byId = new Map(authors.map((author) => [author.authorId, author]));
  const users = await Promise.all(
    [...byId.values()].map(async ({ authorId, authorKind }) =>
      authorKind === 'visitor'
        ? (await getVisitorLink(read, authorId))?.userId
        : (await readMembership(read, workspaceId, authorId))?.userId,
    ),
  );
  return users.filter((id) => id !== undefined);
}

/** An item, and those that were merged into it. */
async function withMerged(read: Reader, { id }: FeedbackItem): Promise<string[]> {
  const current = await getItem(read, id);
  return [id, ...(current ? mergedOf(current) : [])];
}

interface Among {
  /** The items whose comments are meant. */
  ids: readonly string[];
  /** A comment that only those before it are meant of, without its own author. */
  before?: Pick<FeedbackComment, 'id' | 'authorId'>;
}

/** The authors of an item and of comments on it. Comments are read eventually consistent. */
async function findWriters(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
  { ids, before }: Among,
): Promise<string[]> {
  const lists = ids.map((id) =>
    read.query({ index: 'list', partition: commentsOf(id), limit: COMMENTS_MAX }),
  );
  const stored = (await Promise.all(lists)).flat();
  // Ids are in the order of time.
  const comments = stored.map(toFeedbackComment).filter(({ id }) => before === undefined || id < before.id);
  const authors = [item, ...comments].filter(({ authorId }) => authorId !== before?.authorId);
  return await usersOf(read, workspaceId, authors);
}

/** The ids of all who wrote on an item before a comment, but its author, unless they chose to get no news of the item. */
export async function findAnswered(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
  comment: Pick<FeedbackComment, 'id' | 'authorId'>,
): Promise<string[]> {
  const ids = await withMerged(read, item);
  const [writers, follows] = await Promise.all([
    findWriters(read, workspaceId, item, { ids, before: comment }),
    listFollows(read, ids),
  ]);
  return writers.filter((userId) => follows.get(userId) !== false);
}

/** The ids of all who follow an item: they voted for it, wrote it, commented on it or chose to, unless they chose not to. */
export async function findFollowers(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
): Promise<string[]> {
  const ids = await withMerged(read, item);
  const [voters, writers, follows] = await Promise.all([
    findVoterIds(read, item.id),
    findWriters(read, workspaceId, item, { ids }),
    listFollows(read, ids),
  ]);
  const all = new Set([...voters, ...writers, ...follows.keys()]);
  return [...all].filter((userId) => follows.get(userId) !== false);
}
