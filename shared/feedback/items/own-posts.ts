import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getVisitorId } from '../../kernel/auth/visitor-store.ts';
import { customerIdOf } from './customer-post.ts';
import { commentsOf, toFeedbackComment } from './comment-store.ts';
import type { FeedbackComment } from './feedback-comment.ts';
import type { FeedbackItem } from './item.ts';
import { findVotes } from './vote-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

/** A person on the portals of a workspace. */
export interface PortalPerson {
  userId: string;
  workspaceId: string;
}

/**
 * The ids under which a person has posted on a workspace's portals and may change what they wrote. What they wrote as one
 * of the team is no longer theirs once they have left it.
 */
export async function findAuthorIds(
  read: Reader,
  { userId, workspaceId }: PortalPerson,
): Promise<ReadonlySet<string>> {
  const [visitorId, memberId] = await Promise.all([
    getVisitorId(read, userId, workspaceId),
    findTeamMemberId(read, { userId, workspaceId }),
  ]);
  const customerId = customerIdOf({ userId, workspaceId });
  return new Set([visitorId, customerId, memberId].filter((id) => id !== undefined));
}

/** The id of a person as one of the team, whose portals they are; undefined for visitors and guests. */
export async function findTeamMemberId(
  read: Reader,
  { userId, workspaceId }: PortalPerson,
): Promise<string | undefined> {
  const memberId = await findMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  const { accepted, role, userId: theirs } = membership ?? {};
  const isOfTeam = accepted === true && theirs === userId && (role === 'member' || role === 'admin');
  return isOfTeam ? memberId : undefined;
}

/** Whether the author of an idea may still change its text: until the team has responded to it. */
export const isEditable = ({ status, officialCommentId, hidden }: FeedbackItem): boolean =>
  status === 'pending' && officialCommentId === null && !hidden;

/** An idea as its author may delete it. */
export interface Untouched {
  item: FeedbackItem;
  /** Whether its one vote, of its author, is still there. */
  hasOwnVote: boolean;
  /** Its comments, all of its author. */
  ownComments: readonly FeedbackComment[];
}

/** With more comments, an idea stays even if its author wrote all of them: they are deleted with it in one write. */
const OWN_COMMENTS_MAX = 40;

interface AuthoredItem {
  stored: FeedbackItem;
  /** The ids of the items whose comments it shows: its own, and those merged into it. */
  commentedIds: readonly string[];
  /** The ids under which its author has posted. */
  authorIds: ReadonlySet<string>;
}

/**
 * The idea of an author if they may delete it, as long as it is no one else's concern: no one else has voted for it or
 * commented on it, and nothing is merged into it.
 */
export async function findUntouched(
  read: Reader,
  { stored: item, commentedIds, authorIds }: AuthoredItem,
  userId: string,
): Promise<Untouched | undefined> {
  if (!isEditable(item) || commentedIds.length > 1) return undefined;
  const [votes, ownComments] = await Promise.all([
    findVotes(read, userId, [item.id]),
    findOwnComments(read, item, authorIds),
  ]);
  if (item.voteCount !== votes.size || ownComments.length !== item.commentCount) return undefined;
  return { item, hasOwnVote: votes.size > 0, ownComments };
}

/** The shown comments on an idea that are of its author, strongly consistent; none where there are too many. */
async function findOwnComments(
  read: Reader,
  { id, commentCount }: FeedbackItem,
  authorIds: ReadonlySet<string>,
): Promise<FeedbackComment[]> {
  if (commentCount === 0 || commentCount > OWN_COMMENTS_MAX) return [];
  const listed = await read.query({ index: 'list', partition: commentsOf(id), limit: commentCount });
  const stored = await read.getMany(listed);
  return stored
    .flatMap((item) => (item ? [toFeedbackComment(item)] : []))
    .filter(({ hidden, authorId }) => !hidden && authorIds.has(authorId));
}
