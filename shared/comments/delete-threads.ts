import { ApiError, writeConflict } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import {
  closeThread,
  commentIdOf,
  deleteThread,
  findReplies,
  findRoots,
  replyCountOf,
  deleteReplies,
} from './comment-store.ts';
import type { Item, Change } from '../core/database.ts';

/** How many replies a transaction deletes; DynamoDB's own limit is 100 items, with the root's and the key's. */
const REPLIES_PER_TRANSACTION = 90;

/** How many threads of a story are deleted side by side; each can hold 4 MB of replies. */
const THREAD_CONCURRENCY = 10;

/** How many comments of a story one request deletes by default, so that it ends well within a function's time. */
const MAX_COMMENTS = 1_000;

type Context = Pick<OperationContext, 'read' | 'tryWrite'>;

/**
 * The changes that end a thread: they go in one transaction, which fails where a reply is left out. Before
 * it the root is closed to new replies, and of many replies all but the last go. Undefined where a race was
 * lost. What is cut off half-way leaves a closed root with fewer replies, which can be deleted again.
 */
export async function deleteThreadChanges(
  { read, tryWrite }: Context,
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
 * Deletes the comments of a story that takes no more. False where a race was lost and some may be left;
 * throws a 503 after `most` comments or a thread beyond, of which none are left when the request is repeated.
 */
export async function deleteStoryComments(
  context: Context,
  storyId: string,
  most = MAX_COMMENTS,
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
  throw new ApiError('service_unavailable', 'The story has so many comments that some are still to delete.');
}

async function deleteWhole(context: Context, root: Item): Promise<boolean> {
  const changes = await deleteThreadChanges(context, root);
  return changes !== undefined && (await context.tryWrite(changes));
}
