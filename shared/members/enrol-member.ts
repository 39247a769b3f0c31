import { conflict, writeConflict } from '../core/errors.ts';
import type { InvitedMember, Member } from './member.ts';
import { getMemberId, putMemberLink } from '../auth/member-link-store.ts';
import { giveMemberTo, putMember } from './member-store.ts';
import { confirmUser, findUserId, putUser } from './user-store.ts';
import type { Item, Reader, Change } from '../core/database.ts';

interface Enrolment {
  /** The user who has the address, or undefined where nobody does yet. */
  userId: string | undefined;
  fields: Pick<Member, 'workspaceId' | 'name' | 'role'> & { email: string };
  /** Whether it needs the person's consent no more. */
  accepted: boolean;
}

/**
 * A new member with the changes that make them. One who was a member before has the id of then; anybody else
 * gets a new one, whether or not the address is known in other workspaces: reads, changes and answer are the
 * same for both. The changes throw `alreadyMember`, or WriteConflict where the address is added elsewhere meanwhile.
 */
export async function enrolMember(
  read: Reader,
  { userId: known, fields, accepted }: Enrolment,
  { now, newId }: { now: Date; newId: () => string },
  alreadyMember: () => Error,
): Promise<{ member: InvitedMember; changes: Change[] }> {
  const { workspaceId, email } = fields;
  const userId = known ?? newId();
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
  const user = { id: userId, email };
  return {
    member,
    changes: [
      ...putMember(member, userId, alreadyMember),
      ...(known === undefined ? putUser(user, writeConflict) : confirmUser(user, writeConflict)),
      ...(former === undefined ? [putMemberLink(userId, { workspaceId, memberId }, writeConflict)] : []),
    ],
  };
}

/** A new member of whom no address is known, so that nobody is invited yet, with the changes that make them. */
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
 * The changes that give a member without an address to the user who has it, who then can accept. Throws a 409
 * where that user is, or was, another member of the workspace.
 */
export async function inviteMember(
  read: Reader,
  { next, previous, email }: { next: Member; previous: Item; email: string },
  newId: () => string,
  stale: (current: Item | undefined) => Error,
): Promise<Change[]> {
  const { workspaceId, id: memberId } = next;
  const known = await findUserId(read, email);
  const userId = known ?? newId();
  if (await getMemberId(read, userId, workspaceId)) {
    const hint = 'Use that member, whom addMember adds again if they were removed.';
    throw conflict(`${email} is, or was, another member of this workspace.`, hint);
  }
  const user = { id: userId, email };
  return [
    giveMemberTo(userId, next, previous, stale),
    ...(known === undefined ? putUser(user, writeConflict) : confirmUser(user, writeConflict)),
    putMemberLink(userId, { workspaceId, memberId }, writeConflict),
  ];
}
