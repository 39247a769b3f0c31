import { orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { Origin } from '../../kernel/core/origin.ts';
import { newId } from '../../kernel/core/id.ts';
import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { membershipIs, toMember } from '../../identity/members/member-store.ts';
import { getUser, userNameIs } from '../../identity/members/user-store.ts';
import { getVisitorId, putVisitorId, putVisitorLink } from '../../kernel/auth/visitor-store.ts';
import { putPost, type AuthorPost } from './author-store.ts';
import { assertNotBanned } from './ban-store.ts';
import { displayName, nameOfMember } from '../../identity/members/display-name.ts';
import type { AuthorKind } from './item.ts';
import type { Reader, Change } from '../../kernel/core/database.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';

/** The author of a portal post, as shown to the portal's workspace. */
export interface Author {
  authorId: string;
  authorKind: AuthorKind;
  authorName: string;
  origin: Origin;
}

/** The actor for an author who writes on a page. */
export const actorOf = ({ authorId, authorKind }: Author): Actor => ({
  kind: authorKind,
  id: authorId,
  via: 'portal',
});

/** A person on a portal of a workspace. */
interface Visiting {
  userId: string;
  workspaceId: string;
  portalId: string;
}

/**
 * Returns a user's current author details on a workspace's portals, and the changes to include with the post.
 * An accepted member whose role is above guest writes as that member, anybody else as a visitor.
 * The changes throw WriteConflict if the user's name or membership has changed. Throws VisitorBanned for a banned visitor.
 */
export async function authorOf(
  read: Reader,
  { post, ...visiting }: Visiting & { post: AuthorPost },
  now: Date,
): Promise<{ author: Author; changes: Change[] }> {
  const { userId, workspaceId } = visiting;
  const [found, memberId, visitor] = await Promise.all([
    getUser(read, userId),
    findMemberId(read, userId, workspaceId),
    visitorOf(read, visiting, now),
  ]);
  const user = orNotFound(found, 'user');
  const always = [userNameIs(user, writeConflict), putPost(userId, post)];
  const member = memberId === undefined ? undefined : await getMemberItem(read, workspaceId, memberId);
  const membership = member && toMembership(member);
  if (memberId !== undefined && membership?.accepted && membership.userId === userId) {
    if (membership.role === 'member' || membership.role === 'admin') {
      const authorName = nameOfMember(user, toMember(member!));
      return {
        author: { authorId: memberId, authorKind: 'user', authorName, origin: 'member' },
        changes: [...always, membershipIs({ workspaceId, memberId }, membership, writeConflict)],
      };
    }
  }
  return {
    author: {
      authorId: visitor.visitorId,
      authorKind: 'visitor',
      authorName: displayName(user.name),
      origin: 'visitor',
    },
    changes: [...always, ...visitor.changes],
  };
}

/**
 * A user's id as a visitor of a workspace's portals, and the changes that store a new one. Throws VisitorBanned for a
 * banned visitor.
 */
async function visitorOf(
  read: Reader,
  { userId, workspaceId, portalId }: Visiting,
  now: Date,
): Promise<{ visitorId: string; changes: Change[] }> {
  const [known] = await Promise.all([
    getVisitorId(read, userId, workspaceId),
    assertNotBanned(read, userId, workspaceId),
  ]);
  const visitorId = known ?? newId(now);
  const link = putVisitorLink(visitorId, { workspaceId, userId });
  if (known !== undefined) return { visitorId, changes: [link] };
  const visitor = { workspaceId, visitorId, portalId };
  return { visitorId, changes: [putVisitorId(userId, visitor, writeConflict), link] };
}

/**
 * The changes to include with a vote, which give a new voter an id that the workspace can ban. Throws VisitorBanned for
 * a banned visitor.
 */
export async function newVoter(read: Reader, voter: Visiting, now: Date): Promise<Change[]> {
  const { changes } = await visitorOf(read, voter, now);
  return changes.length > 1 ? changes : [];
}
