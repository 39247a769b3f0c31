import { raceLost } from '../api/errors.ts';
import type { Reader } from '../db/reader.ts';
import type { Change } from '../db/write.ts';
import type { Member } from './member.ts';
import { getMemberId, putMemberLink } from './member-link-store.ts';
import { putMember } from './member-store.ts';
import { confirmUser, putUser } from './user-store.ts';

interface Enrolment {
  /** The user who has the address, or undefined where nobody does yet. */
  userId: string | undefined;
  fields: Pick<Member, 'workspaceId' | 'name' | 'email' | 'role'>;
  /** Whether it needs the person's consent no more. */
  accepted: boolean;
}

/**
 * A new member with the changes that make them. One who was a member before has the id of then; anybody else
 * gets a new one, whether or not the address is known in other workspaces: reads, changes and answer are the
 * same for both. The changes throw `alreadyMember`, or RaceLost where the address is added elsewhere meanwhile.
 */
export async function enrolMember(
  read: Reader,
  { userId: known, fields, accepted }: Enrolment,
  { now, newId }: { now: Date; newId: () => string },
  alreadyMember: () => Error,
): Promise<{ member: Member; changes: Change[] }> {
  const { workspaceId, email } = fields;
  const userId = known ?? newId();
  const former = await getMemberId(read, userId, workspaceId);
  const memberId = former ?? newId();
  const timestamp = now.toISOString();
  const member: Member = {
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
      ...(known === undefined ? putUser(user, raceLost) : confirmUser(user, raceLost)),
      ...(former === undefined ? [putMemberLink(userId, { workspaceId, memberId }, raceLost)] : []),
    ],
  };
}
