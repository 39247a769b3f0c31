import { canSeeMember } from '../../../identity/members/member-access.ts';
import type { Caller } from '../../../kernel/core/caller.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import { invalidReference } from '../../../kernel/core/errors.ts';
import { getMemberItem } from '../../../kernel/auth/membership-store.ts';
import { assertKnownTeams, inPlaceOf } from '../working-time/working-time-access.ts';
import type { WorkingTime } from '../working-time/working-time-store.ts';
import type { MemberChange } from './schedule-preview.ts';

/** A change of a member's working time, and its place in the request. */
export type PlacedMemberChange = MemberChange & { place: string };

/** Throws a 400 for someone whom the caller cannot see, and for shares of teams that the caller does not know. */
export async function assertMembers(
  members: readonly PlacedMemberChange[],
  { read, caller }: { read: Reader; caller: Caller },
): Promise<void> {
  const items = await Promise.all(
    members.map(({ memberId }) => getMemberItem(read, caller.workspaceId, memberId)),
  );
  const unknown = members.find((_, at) => {
    const item = items[at];
    return !item || !canSeeMember(caller, item);
  });
  if (unknown) {
    const path = `${unknown.place}.memberId`;
    throw invalidReference([{ path, message: 'is not a member of the workspace' }]);
  }
  for (const { workingHours, place } of members) {
    if (workingHours) assertKnownTeams(caller, workingHours, `${place}.workingHours.teamShares`);
  }
}

/** The working time of a member after a change. */
export const changeTime =
  (caller: Caller, { memberId, workingHours, timeOff = [], busy = [] }: MemberChange) =>
  (time: WorkingTime): WorkingTime => {
    const { workspaceId } = time.hours;
    const entry = { id: memberId, memberId, workspaceId, name: null, createdAt: '' };
    return {
      hours: workingHours ? { ...time.hours, ...inPlaceOf(caller, time.hours, workingHours) } : time.hours,
      timeOff: [...time.timeOff, ...timeOff.map((one) => ({ ...entry, ...one }))],
      busy: [...time.busy, ...busy.map((one) => ({ ...entry, ...one }))],
    };
  };
