import type { Item, Reader } from '../../kernel/core/database.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../../kernel/core/response-limits.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf, threadBytes } from './comment-store.ts';

/** A top-level comment, and the replies to it. */
export interface Thread {
  root: Item;
  /** The newest first. */
  replies: readonly Item[];
}

interface ThreadQuery {
  limit: number;
  /** The sort key that those of all are below. */
  before?: string | undefined;
}

/**
 * Returns a page of the threads of a story, newest first, and the id of its last one if there are older ones. A page has
 * fewer than `limit` if they would exceed what fits into a response. Eventually consistent.
 */
export async function readThreads(
  read: Reader,
  storyId: string,
  { limit, before }: ThreadQuery,
): Promise<{ threads: Thread[]; next: string | undefined }> {
  const roots = await findRoots(read, storyId, { before, limit: limit + 1 });
  const shown = fitting(roots, limit);
  const threads = await Promise.all(
    shown.map(async (root) => ({
      root,
      replies: replyCountOf(root) > 0 ? await findReplies(read, commentIdOf(root)) : [],
    })),
  );
  return { threads, next: shown.length < roots.length ? commentIdOf(shown.at(-1)!) : undefined };
}

/**
 * The top-level comments that fit on a page. Each stores the size of its replies, so no replies are read
 * unnecessarily.
 */
function fitting(roots: readonly Item[], limit: number): Item[] {
  let bytes = 0;
  const end = roots.findIndex((root, position) => {
    bytes += threadBytes(root);
    return position === limit || (position > 0 && bytes > RESPONSE_DATA_MAX_BYTES);
  });
  return end === -1 ? [...roots] : roots.slice(0, end);
}
