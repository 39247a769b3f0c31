import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { conflict, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { getFromBin } from '../bin/bin-store.ts';
import { waitForBin } from '../bin/wait-for-bin.ts';
import { storyIdOf, storyIsOpen, storyTeamOf, toStory } from '../stories/story-store.ts';
import { assertAuthorOrAdmin, REPLIES_MAX, type Comment } from './comment.ts';
import { commentKind, countReply, isClosing, isReply, replyCountOf, toComment } from './comment-store.ts';
import { threadTooLong } from './create-comment.ts';
import {
  deletedReplies,
  putReply,
  restoredComment,
  shownThread,
  threadSteps,
  type DeletedThread,
} from './put-comments-back.ts';

type Context = Pick<OperationContext, 'caller' | 'read' | 'now' | 'pause' | 'commit' | 'tryWrite'>;

/** Puts one comment of a story back from the bin, with its replies. Throws a 404 if it is not there. */
export async function putCommentBack(call: Context, story: Item, commentId: string): Promise<Comment> {
  const { caller, read, now, commit } = call;
  const storyId = storyIdOf(story);
  const find = () => getFromBin(read, storyId, commentKind.key(commentId), now);
  const root = await waitForBin(call, find);
  if (!root) throw notFound('deleted comment');
  const comment = toComment(root);
  assertAuthorOrAdmin(caller, comment);
  const thread: DeletedThread = {
    root,
    replies: isReply(comment) ? [] : await deletedReplies(read, comment, now),
  };
  const [first, ...rest] = stepsOf(thread, story, now);
  const isOpen = storyIsOpen(storyId, storyTeamOf(story), writeConflict);
  await commit([isOpen, ...first!], commentId);
  for (const step of rest) await call.tryWrite(step);
  return shownThread(thread, now);
}

/** The transactions that put a thread, or one reply, back. */
function stepsOf(thread: DeletedThread, story: Item, now: Date): Change[][] {
  const reply = restoredComment(thread.root, now);
  const teamId = storyTeamOf(story);
  const place = { workspaceId: toStory(story).workspaceId, teamId };
  if (!isReply(reply)) return threadSteps([thread], place, now);
  return [[countReply(reply, refusedByRoot), ...putReply(thread.root, place, now)]];
}

function refusedByRoot(root: Item | undefined): Error {
  if (!root || isClosing(root)) {
    return conflict('The comment that it replies to was deleted.', 'Restore that comment first.');
  }
  return replyCountOf(root) < REPLIES_MAX
    ? threadTooLong()
    : conflict(`The comment already has ${REPLIES_MAX} replies, the maximum.`);
}
