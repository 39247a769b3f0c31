import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import type { InvitedMember, Member } from './member.ts';
import { getMemberId, putMemberLink } from '../../kernel/auth/member-link-store.ts';
import { giveMemberTo, putMember } from './member-store.ts';
import { userOfAddress } from './user-of-address.ts';
import { findUserId } from './user-store.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';
import type { OperationContext } from '../../kernel/core/call.ts';

interface Enrolment {
  /** The user with the email address, or undefined if there is none. */
  userId: string | undefined;
  fields: Pick<Member, 'workspaceId' | 'name' | 'role'> & { email: string };
  /** Whether the membership counts as accepted without the person's consent. */
  accepted: boolean;
  /** Whether a mail asks the person to accept. */
  mailed: boolean;
}

/**
 * Returns a new member and the changes that create it. A former member keeps their id; anybody else gets a
 * new one, even if the address is known in other workspaces, so reads, changes and response do not reveal
 * whether it is. The changes throw `alreadyMember`, or WriteConflict if the address is added elsewhere
 * concurrently.
 */
export async function enrolMember(
  read: Reader,
  { userId: known, fields, accepted, mailed }: Enrolment,
  { now, newId, keys }: Pick<OperationContext, 'now' | 'newId' | 'keys'>,
  alreadyMember: () => Error,
): Promise<{ member: InvitedMember; changes: Change[] }> {
  const { workspaceId, email } = fields;
  const { id: userId, changes } = await userOfAddress(read, { email, known }, { keys, newId });
  const former = await getMemberId(read, userId, workspaceId);
  const memberId = former ?? newId();
  const timestamp = now.toISOString();
  const member: InvitedMember = {
    id: memberId,
    ...fields,
    createdAt: timestamp,
    updatedAt: timestamp,
    removedAt: null,
    acceptedAt: accepted ? timestamp : null,
  };
  return {
    member,
    changes: [
      ...putMember(member, userId, alreadyMember, { mailed }),
      ...changes,
      ...(former === undefined ? [putMemberLink(userId, { workspaceId, memberId }, writeConflict)] : []),
    ],
  };
}

/** Returns a new member without an email address, and the changes that create it. */
export function enrolUninvited(
  { workspaceId, name, role }: Pick<Member, 'workspaceId' | 'name' | 'role'>,
  { now, newId }: { now: Date; newId: () => string },
): { member: Member; changes: Change[] } {
  const timestamp = now.toISOString();
  const dates = { createdAt: timestamp, updatedAt: timestamp, removedAt: null, acceptedAt: null };
  const member: Member = { id: newId(), workspaceId, name, email: null, role, ...dates };
  return { member, changes: putMember(member, undefined, writeConflict) };
}

/**
 * Changes that link a member without an email address to the user with that address, who can then accept.
 * Throws a 409 if that user is, or was, another member of the workspace.
 */
export async function linkInvitedMember(
  read: Reader,
  { next, previous, email }: { next: Member; previous: Item; email: string },
  { newId, keys }: Pick<OperationContext, 'newId' | 'keys'>,
  stale: (current: Item | undefined) => Error,
): Promise<Change[]> {
  const { workspaceId, id: memberId } = next;
  const known = await findUserId(read, email);
  const { id: userId, changes } = await userOfAddress(read, { email, known }, { keys, newId });
  if (await getMemberId(read, userId, workspaceId)) {
    const hint = 'Use that member; if they were removed, add them again with addMember.';
    throw conflict(`${email} belongs to another current or former member of this workspace.`, hint);
  }
  return [
    giveMemberTo(userId, next, previous, stale),
    ...changes,
    putMemberLink(userId, { workspaceId, memberId }, writeConflict),
  ];
}
