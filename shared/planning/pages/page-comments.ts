import type { Item, Reader } from '../../kernel/core/database.ts';
import {
  commentIdOf,
  commentSortKey,
  commentStoryOf,
  getCommentItem,
  isRoot,
  showComment,
  sortKeyAbove,
  toComment,
} from '../comments/comment-store.ts';
import type { Comment } from '../comments/comment.ts';
import { readThreads, type Thread } from '../comments/read-threads.ts';

/** The comments that a page of a story shows. */
export interface PageComments {
  /** The oldest first. */
  threads: readonly Comment[];
  /** The id of the oldest, if there are older ones. */
  older: string | undefined;
  /** Whether no newer ones are known. */
  isNewest: boolean;
}

/** The most threads that a page shows. */
const THREADS_MAX = 50;

interface CommentPage {
  /** The id of a top-level comment that all are older than. */
  before: string | undefined;
  /** The id of a comment or reply that the page has to show, unless `before` says otherwise. */
  holding: string | undefined;
}

/** A page of the comments on a story, the newest by default. The caller has checked that the reader can see the story. */
export async function pageCommentsOf(
  read: Reader,
  storyId: string,
  { before, holding }: CommentPage,
): Promise<PageComments> {
  if (before !== undefined) {
    return shown(
      await readThreads(read, storyId, { before: commentSortKey(before), limit: THREADS_MAX }),
      false,
    );
  }
  const newest = await readThreads(read, storyId, { limit: THREADS_MAX });
  if (holding === undefined || newest.threads.some((thread) => holds(thread, holding)))
    return shown(newest, true);
  const root = await findRoot(read, storyId, holding);
  const rootId = root && commentIdOf(root);
  if (rootId === undefined || newest.threads.some((thread) => holds(thread, rootId)))
    return shown(newest, true);
  const [first] = newest.threads;
  // It has just been written, and the index has yet to list it.
  if (!first || rootId > commentIdOf(first.root)) {
    return shown({ ...newest, threads: [{ root: root!, replies: [] }, ...newest.threads] }, true);
  }
  return shown(await readThreads(read, storyId, { before: sortKeyAbove(rootId), limit: THREADS_MAX }), false);
}

const holds = ({ root, replies }: Thread, id: string): boolean =>
  [root, ...replies].some((item) => commentIdOf(item) === id);

/** The top-level comment of a story that has this id, or that the one with this id replies to. */
async function findRoot(read: Reader, storyId: string, id: string): Promise<Item | undefined> {
  const found = await getCommentItem(read, id);
  if (!found || commentStoryOf(found) !== storyId) return undefined;
  const { parentId } = toComment(found);
  const root = parentId === null ? found : await getCommentItem(read, parentId);
  return root && isRoot(root) ? root : undefined;
}

const shown = (
  { threads, next }: Awaited<ReturnType<typeof readThreads>>,
  isNewest: boolean,
): PageComments => ({
  threads: threads.toReversed().map(({ root, replies }) => showComment(toComment(root), replies)),
  older: next,
  isNewest,
});
