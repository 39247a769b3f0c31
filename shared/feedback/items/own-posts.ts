import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getVisitorId } from '../../kernel/auth/visitor-store.ts';
import type { FeedbackItem } from './item.ts';
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

/** Whether the author of an idea may delete it: as long as it is no one else's concern. */
export const isDeletable = (item: FeedbackItem): boolean =>
  isEditable(item) && item.voteCount <= 1 && item.commentCount === 0;
