import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import {
  closeThread,
  commentIdOf,
  deleteThread,
  findReplies,
  findRoots,
  replyCountOf,
  deleteReplies,
} from './comment-store.ts';
import type { Item, Change } from '../../kernel/core/database.ts';

/**
 * Replies deleted per transaction; DynamoDB allows 100 items, including the comment and the idempotency key.
 */
const REPLIES_PER_TRANSACTION = 90;

/** Threads deleted concurrently; each can hold 4 MB of replies. */
const THREAD_CONCURRENCY = 10;

/** Comments deleted per request by default, so that it finishes well within the function's timeout. */
const COMMENTS_MAX = 1_000;

type DeleteThreadsContext = Pick<OperationContext, 'read' | 'tryWrite'>;

/**
 * Returns the changes that delete a thread in one transaction, which fails if a reply was missed. Before
 * that, it closes the comment to new replies and, if there are many replies, deletes all but the last of
 * them. Returns undefined if a race was lost. If interrupted, it leaves a closed comment with fewer replies,
 * which can be deleted again.
 */
export async function deleteThreadChanges(
  { read, tryWrite }: DeleteThreadsContext,
  root: Item,
): Promise<Change[] | undefined> {
  if (replyCountOf(root) === 0) return deleteThread(root, [], writeConflict);
  if (!(await tryWrite([closeThread(root, writeConflict)]))) return undefined;
  const replies = await findReplies(read, commentIdOf(root));
  while (replies.length > REPLIES_PER_TRANSACTION) {
    const some = replies.splice(-REPLIES_PER_TRANSACTION);
    if (!(await tryWrite(deleteReplies(root, some, writeConflict)))) return undefined;
  }
  return deleteThread(root, replies, writeConflict);
}

/**
 * Deletes the comments of a closed story. Returns false if a race was lost and some may remain. Throws a 503
 * once `most` comments or a thread beyond that were deleted; repeating the request continues with the rest.
 */
export async function deleteStoryComments(
  context: DeleteThreadsContext,
  storyId: string,
  most = COMMENTS_MAX,
): Promise<boolean> {
  let before: string | undefined;
  for (let deleted = 0; deleted < most;) {
    const roots = await findRoots(context.read, storyId, { before, limit: THREAD_CONCURRENCY });
    const ended = await Promise.all(roots.map((root) => deleteWhole(context, root)));
    if (ended.includes(false)) return false;
    if (roots.length < THREAD_CONCURRENCY) return true;
    before = roots.at(-1)!.pk;
    deleted += roots.reduce((sum, root) => sum + 1 + replyCountOf(root), 0);
  }
  throw new ApiError('service_unavailable', 'The story has too many comments to delete in one request.');
}

async function deleteWhole(context: DeleteThreadsContext, root: Item): Promise<boolean> {
  const changes = await deleteThreadChanges(context, root);
  return changes !== undefined && (await context.tryWrite(changes));
}
