import { orNotFound, writeConflict } from '../core/errors.ts';
import type { Actor } from '../core/actor.ts';
import { newId } from '../core/id.ts';
import { findMemberId } from '../auth/member-link-store.ts';
import { membershipIs } from '../members/member-store.ts';
import { getUser, userNameIs } from '../members/user-store.ts';
import { getVisitorId, putVisitorId, putVisitorLink } from '../principals/visitor-store.ts';
import { putPost, type Post } from './author-store.ts';
import { displayName } from '../principals/display-name.ts';
import type { AuthorKind } from './item.ts';
import type { Reader, Change } from '../core/database.ts';
import { getMembership } from '../auth/membership-store.ts';

/** The author of a portal post, as shown to the portal's workspace. */
export interface Author {
  authorId: string;
  authorKind: AuthorKind;
  authorName: string;
}

/** Who an author is to the portal's workspace, writing on a page. */
export const actorOf = ({ authorId, authorKind }: Author): Actor => ({
  kind: authorKind,
  id: authorId,
  via: 'portal',
});

/**
 * Returns a user's current author details on a workspace's portals, and the changes to include with the post.
 * An accepted member whose role is above guest writes as that member, anybody else as a visitor.
 * The changes throw WriteConflict if the user's name or membership has changed.
 */
export async function authorOf(
  read: Reader,
  { userId, workspaceId, post }: { userId: string; workspaceId: string; post: Post },
  now: Date,
): Promise<{ author: Author; changes: Change[] }> {
  const [found, memberId, knownVisitorId] = await Promise.all([
    getUser(read, userId),
    findMemberId(read, userId, workspaceId),
    getVisitorId(read, userId, workspaceId),
  ]);
  const user = orNotFound(found, 'user');
  const authorName = displayName(user.name);
  const always = [userNameIs(user, writeConflict), putPost(userId, post)];
  const membership = memberId === undefined ? undefined : await getMembership(read, workspaceId, memberId);
  if (memberId !== undefined && membership?.accepted && membership.userId === userId) {
    if (membership.role === 'member' || membership.role === 'admin') {
      return {
        author: { authorId: memberId, authorKind: 'user', authorName },
        changes: [...always, membershipIs({ workspaceId, memberId }, membership, writeConflict)],
      };
    }
  }
  const visitorId = knownVisitorId ?? newId(now);
  return {
    author: { authorId: visitorId, authorKind: 'visitor', authorName },
    changes: [
      ...always,
      ...(knownVisitorId === undefined
        ? [putVisitorId(userId, { workspaceId, visitorId }, writeConflict)]
        : []),
      putVisitorLink(visitorId, { workspaceId, userId }),
    ],
  };
}
