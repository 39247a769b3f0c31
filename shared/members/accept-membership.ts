import { raceLost } from '../api/errors.ts';
import type { Item } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { nextTimestamp } from '../lib/clock.ts';
import { toMember, updateMember } from './member-store.ts';

/**
 * The changes by which a person accepts the membership that was read; none where they have. Only for what the
 * person does themself: a workspace that adds them has no say in it. RaceLost where it was changed meanwhile.
 */
export function acceptMembership(item: Item, now: Date): Change[] {
  const member = toMember(item);
  if (member.acceptedAt !== null) return [];
  const acceptedAt = nextTimestamp(now, member.updatedAt);
  return updateMember({ ...member, acceptedAt, updatedAt: acceptedAt }, item, raceLost);
}
