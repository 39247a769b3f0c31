import { writeConflict } from '../core/errors.ts';
import { nextTimestamp } from '../core/clock.ts';
import { toMember, updateMember } from './member-store.ts';
import type { Item, Change } from '../core/database.ts';

/**
 * The changes by which a person accepts the membership that was read; none where they have. Only for what the
 * person does themself: a workspace that adds them has no say in it. WriteConflict where it was changed meanwhile.
 */
export function acceptMembership(item: Item, now: Date): Change[] {
  const member = toMember(item);
  if (member.acceptedAt !== null) return [];
  const acceptedAt = nextTimestamp(now, member.updatedAt);
  return updateMember({ ...member, acceptedAt, updatedAt: acceptedAt }, item, writeConflict);
}
