import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getVisitorId } from '../../kernel/auth/visitor-store.ts';
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
    findMemberId(read, userId, workspaceId),
  ]);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  const isOfTeam = membership?.accepted && membership.userId === userId && membership.role !== 'guest';
  return new Set([visitorId, isOfTeam ? memberId : undefined].filter((id) => id !== undefined));
}

/** Whether the author of an idea may still change its text: until the team has responded to it. */
export const isEditable = ({ status, officialCommentId, hidden }: FeedbackItem): boolean =>
  status === 'pending' && officialCommentId === null && !hidden;

/** An idea as its author may delete it. */
export interface Untouched {
  item: FeedbackItem;
  /** Whether its one vote, of its author, is still there. */
  hasOwnVote: boolean;
}

/**
 * The idea of an author if they may delete it, as long as it is no one else's concern: no one else has voted for it or
 * commented on it, and nothing is merged into it.
 */
export async function findUntouched(
  read: Reader,
  /** With the ids of the items whose comments it shows: its own, and those merged into it. */
  { stored: item, commentedIds }: { stored: FeedbackItem; commentedIds: readonly string[] },
  userId: string,
): Promise<Untouched | undefined> {
  const votes = await findVotes(read, userId, [item.id]);
  const isUntouched = item.voteCount === votes.size && item.commentCount === 0 && commentedIds.length === 1;
  return isEditable(item) && isUntouched ? { item, hasOwnVote: votes.size > 0 } : undefined;
}
