import { writeConflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { toMember, replaceMember } from './member-store.ts';
import type { User } from './user-store.ts';
import type { Item, Change } from '../../kernel/core/database.ts';

/**
 * Changes that accept a membership; none if it was accepted before. Only for actions of the person themself:
 * a workspace cannot accept on a person's behalf. The member gets the person's address of now, which may be another
 * than the one that was invited. Throws WriteConflict if the membership has changed.
 */
export function acceptMembership(item: Item, { email }: Pick<User, 'email'>, now: Date): Change[] {
  const member = toMember(item);
  if (member.acceptedAt !== null) return [];
  const acceptedAt = nextTimestamp(now, member.updatedAt);
  return replaceMember({ ...member, email, acceptedAt, updatedAt: acceptedAt }, item, writeConflict);
}
