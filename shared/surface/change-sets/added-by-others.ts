import type { Reader } from '../../kernel/core/database.ts';
import { feedbackCommentIdOf, findCommentKeys } from '../../feedback/items/comment-store.ts';
import { getItem, mergedOf } from '../../feedback/items/item-store.ts';
import { findVoteKeys } from '../../feedback/items/vote-store.ts';
import { attachmentIdOf, findAttachments } from '../../planning/attachments/attachment-store.ts';
import { ATTACHMENTS_MAX } from '../../planning/attachments/attachment.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';
import { findTimeOfStory, timeEntryIdOf } from '../../planning/time-entries/time-entry-store.ts';

/** As many comments or times as are looked at or named: one that is not of the change set is enough. */
const COMMENTS_MAX = 100;

/** What others have added to a resource: comments, of a story files and times, of a feedback item votes and what was merged into it. */
interface Added {
  field: string;
  now: unknown;
}

interface Named {
  resource: string;
  id: string;
}

/**
 * What would be deleted with a resource although the change set did not create it; undefined if nothing would. Eventually
 * consistent.
 */
export async function addedByOthers(
  read: Reader,
  { resource, id }: Named,
  own: ReadonlySet<string>,
): Promise<Added | undefined> {
  const comments = (await commentsOn(read, { resource, id })).filter((one) => !own.has(one));
  if (comments.length > 0) return { field: 'comments', now: comments.slice(0, COMMENTS_MAX) };
  if (resource === 'story') return await filesOrTimes(read, id, own);
  return resource === 'feedback_item' ? await votesOrMerged(read, id) : undefined;
}

async function commentsOn(read: Reader, { resource, id }: Named): Promise<string[]> {
  if (resource === 'comment') return (await findReplies(read, id)).map(commentIdOf);
  if (resource === 'feedback_item') return (await findCommentKeys(read, id)).map(feedbackCommentIdOf);
  if (resource !== 'story') return [];
  const roots = await findRoots(read, id, { before: undefined, limit: COMMENTS_MAX });
  const answered = roots.filter((root) => replyCountOf(root) > 0);
  const replies = await Promise.all(answered.map((root) => findReplies(read, commentIdOf(root))));
  return [...roots, ...replies.flat()].map(commentIdOf);
}

/** Neither changes the version of the story. */
async function filesOrTimes(
  read: Reader,
  storyId: string,
  own: ReadonlySet<string>,
): Promise<Added | undefined> {
  const [files, times] = await Promise.all([
    findAttachments(read, storyId, { limit: ATTACHMENTS_MAX }),
    findTimeOfStory(read, storyId, COMMENTS_MAX),
  ]);
  const byField = { attachments: files.map(attachmentIdOf), timeEntries: times.map(timeEntryIdOf) };
  for (const [field, ids] of Object.entries(byField)) {
    const others = ids.filter((one) => !own.has(one));
    if (others.length > 0) return { field, now: others };
  }
  return undefined;
}

/** Neither changes the version of the item. */
async function votesOrMerged(read: Reader, id: string): Promise<Added | undefined> {
  const [item, { length: votes }] = await Promise.all([getItem(read, id), findVoteKeys(read, id)]);
  const merged = item ? mergedOf(item) : [];
  if (merged.length > 0) return { field: 'mergedIntoId', now: merged };
  return votes > 0 ? { field: 'voteCount', now: votes } : undefined;
}
