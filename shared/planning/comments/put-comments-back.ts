import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { wasDeletedInCascade } from '../../kernel/db/signature.ts';
import { listBin, takeFromBin } from '../bin/bin-store.ts';
import type { StoredComment } from './comment.ts';
import {
  commentKind,
  countReplies,
  getCommentItem,
  isRoot,
  putComment,
  toComment,
  type CommentPlace,
} from './comment-store.ts';

/** Comments restored with a story; older ones stay in the bin. */
const COMMENTS_MAX = 1_000;

/** Each comment takes two changes, and the story some; DynamoDB allows 100 items and 4 MB in a transaction. */
const COMMENTS_PER_STEP = 40;
const REPLIES_PER_STEP = COMMENTS_PER_STEP - 1;

/** A deleted top-level comment with the replies that were deleted along with it, oldest first. */
export interface DeletedThread {
  id: string;
  /** Undefined if it is back already, and some replies are not. */
  root: Item | undefined;
  replies: readonly Item[];
}

/** The replies that were deleted along with a comment, oldest first. */
export async function deletedReplies(
  read: Reader,
  { storyId, id }: Pick<StoredComment, 'storyId' | 'id'>,
  now: Date,
): Promise<Item[]> {
  const items = await listBin(read, storyId, commentKind.prefix, now);
  return items.filter((item) => wasDeletedInCascade(item) && toComment(item).parentId === id).reverse();
}

/** The threads that were deleted along with a story, as far as they are not back. */
export async function deletedThreads(read: Reader, storyId: string, now: Date): Promise<DeletedThread[]> {
  const items = await listBin(read, storyId, commentKind.prefix, now);
  const cascaded = items.filter(wasDeletedInCascade).slice(0, COMMENTS_MAX).reverse();
  const replies = Map.groupBy(cascaded, (item) => toComment(item).parentId);
  const whole = cascaded.filter(isRoot).map((root): DeletedThread => {
    const { id } = toComment(root);
    return { id, root, replies: replies.get(id) ?? [] };
  });
  const ids = new Set<string | null>([null, ...whole.map(({ id }) => id)]);
  const parts = [...replies].filter(([id]) => !ids.has(id)) as [string, Item[]][];
  const isBack = await Promise.all(parts.map(([id]) => getCommentItem(read, id)));
  const begun = parts.filter((_, position) => isBack[position] !== undefined);
  return [...whole, ...begun.map(([id, some]) => ({ id, root: undefined, replies: some }))];
}

/** A deleted comment as it is restored: its next version. */
export function restoredComment(item: Item, now: Date): StoredComment {
  const comment = toComment(item);
  return { ...comment, updatedAt: nextTimestamp(now, comment.updatedAt) };
}

/**
 * The transactions that put threads back, which throw WriteConflict if something is there already. A thread that takes
 * several grows with each, so that its counters are right after any of them.
 */
export function threadSteps(threads: readonly DeletedThread[], place: CommentPlace, now: Date): Change[][] {
  const steps: { comments: number; changes: Change[] }[] = [];
  for (const { id, root, replies } of threads) {
    const first = root ? replies.slice(0, REPLIES_PER_STEP) : [];
    if (root) {
      const [comments, changes] = [first.length + 1, openThread(root, first, place, now)];
      const last = steps.at(-1);
      if (first.length === replies.length && last && last.comments + comments <= COMMENTS_PER_STEP) {
        last.comments += comments;
        last.changes.push(...changes);
      } else {
        steps.push({ comments, changes });
      }
    }
    for (let start = first.length; start < replies.length; start += REPLIES_PER_STEP) {
      const some = replies.slice(start, start + REPLIES_PER_STEP);
      // Nothing else joins a step that changes a comment which another step may change.
      steps.push({ comments: COMMENTS_PER_STEP, changes: continueThread(id, some, place, now) });
    }
  }
  return steps.map(({ changes }) => changes);
}

function openThread(root: Item, replies: readonly Item[], place: CommentPlace, now: Date): Change[] {
  const restored = replies.map((reply) => restoredComment(reply, now));
  return [
    { ...putComment(restoredComment(root, now), place, restored), onConditionFailed: writeConflict },
    taken(root),
    ...replies.flatMap((reply) => putReply(reply, place, now)),
  ];
}

const continueThread = (id: string, replies: readonly Item[], place: CommentPlace, now: Date): Change[] => [
  countReplies(
    id,
    replies.map((reply) => restoredComment(reply, now)),
    writeConflict,
  ),
  ...replies.flatMap((reply) => putReply(reply, place, now)),
];

/** The changes that put one comment back, without those of its parent. */
export const putReply = (reply: Item, place: CommentPlace, now: Date): Change[] => [
  { ...putComment(restoredComment(reply, now), place), onConditionFailed: writeConflict },
  taken(reply),
];

const taken = (item: Item): Change => takeFromBin(toComment(item).storyId, item, writeConflict);
