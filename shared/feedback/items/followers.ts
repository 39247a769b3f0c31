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

/**
 * The authors of an item and its comments; for a comment, only those before it, without its own author. Comments are
 * read eventually consistent.
 */
export async function findWriters(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
  before?: Pick<FeedbackComment, 'id' | 'authorId'>,
): Promise<string[]> {
  const current = await getItem(read, item.id);
  const lists = [item.id, ...(current ? mergedOf(current) : [])].map((id) =>
    read.query({ index: 'list', partition: commentsOf(id), limit: COMMENTS_MAX }),
  );
  const stored = (await Promise.all(lists)).flat();
  // Ids are in the order of time.
  const comments = stored.map(toFeedbackComment).filter(({ id }) => before === undefined || id < before.id);
  const authors = [item, ...comments].filter(({ authorId }) => authorId !== before?.authorId);
  return await usersOf(read, workspaceId, authors);
}

/** The ids of all who follow an item: they voted for it, wrote it, commented on it or chose to, unless they chose not to. */
export async function findFollowers(
  read: Reader,
  workspaceId: string,
  item: FeedbackItem,
): Promise<string[]> {
  const [voters, writers, follows] = await Promise.all([
    findVoterIds(read, item.id),
    findWriters(read, workspaceId, item),
    listFollows(read, item.id),
  ]);
  const all = new Set([...voters, ...writers, ...follows.keys()]);
  return [...all].filter((userId) => follows.get(userId) !== false);
}
