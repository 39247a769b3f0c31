import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { getFromBin } from '../bin/bin-store.ts';
import { waitForBin } from '../bin/wait-for-bin.ts';
import { storyIdOf, storyTeamOf, toStory, storyIsOpen } from '../story/story-store.ts';
import { assertAuthorOrAdmin } from './comment-requests.ts';
import { REPLIES_MAX, type Comment } from './comment.ts';
import {
  commentKind,
  countReply,
  getCommentItem,
  isClosing,
  isReply,
  replyCountOf,
  storedPlaceOf,
  toComment,
  type CommentPlace,
} from './comment-store.ts';
import { threadTooLong } from './create-comment.ts';
import { deletedReplies, putReply, restoredComment, threadSteps } from './put-comments-back.ts';

type PutCommentBackContext = Pick<
  OperationContext,
  'caller' | 'read' | 'now' | 'pause' | 'commit' | 'tryWrite'
>;

/** Puts one comment of a story back from the bin, with its replies. Throws a 404 if it is not there. */
export async function putCommentBack(
  call: PutCommentBackContext,
  story: Item,
  commentId: string,
): Promise<Comment> {
  const { caller, read, now, commit } = call;
  const storyId = storyIdOf(story);
  const find = () => getFromBin(read, storyId, commentKind.key(commentId), now);
  const deleted = await waitForBin(call, find);
  if (!deleted) throw notFound('deleted comment');
  const comment = restoredComment(deleted, now);
  assertAuthorOrAdmin(caller, comment);
  const isOpen = storyIsOpen(storyId, storyTeamOf(story), writeConflict);
  if (isReply(comment)) {
    const counted = countReply(comment, refusedByRoot);
    await commit([isOpen, counted, ...putReply(deleted, placeOf(story), now)], commentId);
    return { ...comment, replies: [] };
  }
  const replies = await deletedReplies(read, comment, now);
  const thread = { id: commentId, root: deleted, replies };
  const [first, ...rest] = threadSteps([thread], placeOf(story), now);
  await commit([isOpen, ...first!], commentId);
  for (const step of rest) await call.tryWrite(step);
  return { ...comment, replies: replies.map((reply) => ({ ...restoredComment(reply, now), replies: [] })) };
}

/** Puts back the replies that an interrupted request has left. */
export async function putRepliesBack(call: PutCommentBackContext, commentId: string): Promise<void> {
  const { read, now } = call;
  const item = await getCommentItem(read, commentId);
  if (!item) return;
  const replies = await deletedReplies(read, toComment(item), now);
  const steps = threadSteps([{ id: commentId, root: undefined, replies }], storedPlaceOf(item), now);
  for (const step of steps) await call.tryWrite(step);
}

const placeOf = (story: Item): CommentPlace => ({
  workspaceId: toStory(story).workspaceId,
  teamId: storyTeamOf(story),
});

function refusedByRoot(root: Item | undefined): Error {
  if (!root || isClosing(root)) {
    return conflict('The comment that it replies to was deleted.', 'Restore that comment first.');
  }
  return replyCountOf(root) < REPLIES_MAX
    ? threadTooLong()
    : conflict(`The comment already has ${REPLIES_MAX} replies, the maximum.`);
}
