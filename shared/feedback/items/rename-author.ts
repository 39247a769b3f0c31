import { writeConflict } from '../../kernel/core/errors.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { getUser, userNameIs } from '../../identity/members/user-store.ts';
import { deletePost, listPosts, type AuthorPost } from './author-store.ts';
import { itemsCounting } from './comment-access.ts';
import {
  removeFeedbackComment,
  getFeedbackCommentItem,
  replaceFeedbackComment,
  toFeedbackComment,
} from './comment-store.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { deleteItem, getItem, replaceItem, toItem } from './item-store.ts';
import type { Reader, Change } from '../../kernel/core/database.ts';

/** Number of comments written concurrently. */
const AT_ONCE = 20;

interface Writing {
  read: Reader;
  /** Writes all changes or none; throws WriteConflict if any of them conflicts. */
  write: (changes: readonly Change[]) => Promise<void>;
}

/** Updates a user's name on all their portal posts. Idempotent: a repeat completes an interrupted run. */
export async function renameAuthor({ read, write }: Writing, userId: string, now: Date): Promise<void> {
  const rename = (post: AuthorPost) =>
    retryOnConflict(async () => write(await renameChanges(read, userId, post, now)));
  const posts = await listPosts(read, userId);
  // One after the other: each counts up the version of its portal's content.
  for (const post of posts.filter(({ kind }) => kind === 'item')) await rename(post);
  const comments = posts.filter(({ kind }) => kind === 'comment');
  for (let start = 0; start < comments.length; start += AT_ONCE) {
    await Promise.all(comments.slice(start, start + AT_ONCE).map(rename));
  }
}

/** Deletes all portal posts of a user, except for merged items. Idempotent, like renameAuthor. */
export async function deleteAuthor({ read, write }: Writing, userId: string): Promise<void> {
  for (const post of await listPosts(read, userId)) {
    await retryOnConflict(async () => write([...(await deletion(read, post)), deletePost(userId, post)]));
  }
}

async function deletion(read: Reader, { kind, id }: AuthorPost): Promise<Change[]> {
  const stored = kind === 'item' ? await getItem(read, id) : await getFeedbackCommentItem(read, id);
  if (!stored) return [];
  if (kind === 'item') {
    const item = toItem(stored);
    return item.mergedIntoId === null ? deleteItem(item, writeConflict) : [];
  }
  const comment = toFeedbackComment(stored);
  return removeFeedbackComment(comment, await itemsCounting(read, comment), writeConflict);
}

async function renameChanges(read: Reader, userId: string, post: AuthorPost, now: Date): Promise<Change[]> {
  const [user, stored] = await Promise.all([
    getUser(read, userId),
    post.kind === 'item' ? getItem(read, post.id) : getFeedbackCommentItem(read, post.id),
  ]);
  if (!user) return [];
  if (!stored) return [deletePost(userId, post)];
  const authorName = displayName(user.name);
  const previous = post.kind === 'item' ? toItem(stored) : toFeedbackComment(stored);
  // A customer goes by the name that the team gave them, until they delete their account.
  if ('addedBy' in previous && previous.addedBy !== null && user.name !== null) return [];
  if (previous.authorName === authorName) return [];
  const updatedAt = nextTimestamp(now, previous.updatedAt);
  const replaced =
    'slug' in previous
      ? replaceItem({ ...previous, authorName, updatedAt }, previous, writeConflict)
      : replaceFeedbackComment({ ...previous, authorName, updatedAt }, previous, writeConflict);
  return [...replaced, userNameIs(user, writeConflict)];
}
