import { getMemberItem } from '../../../kernel/auth/membership-store.ts';
import { WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import { conflict, insufficientRole, invalidReference, notFound } from '../../../kernel/core/errors.ts';
import type { Caller } from '../../../kernel/core/caller.ts';
import type { Item, Reader } from '../../../kernel/core/database.ts';
import { canSeeMember } from '../../../identity/members/member-access.ts';
import { memberOrThrow } from '../../../identity/members/member-store.ts';
import type { WorkingHours } from './working-time.ts';

export const MEMBER_PATH = `${WORKSPACE_PATH}/members/{memberId}`;

interface MemberPath {
  workspaceId: string;
  memberId: string;
}

/** Reads the member of the path. */
export const loadMember = ({ path, read }: { path: MemberPath; read: Reader }) => ({
  member: getMemberItem(read, path.workspaceId, path.memberId),
});

/** Throws a 404 unless the caller can see the member. */
export function assertVisible(caller: Caller, member: Item | undefined): void {
  if (!canSeeMember(caller, memberOrThrow(member))) throw notFound('member');
}

/** Throws a 403 unless the working time is the caller's own, or the caller is an admin. */
export function assertOwnOrAdmin(caller: Caller, memberId: string, member: Item | undefined): void {
  if (caller.role !== 'admin' && caller.principalId !== memberId) {
    throw insufficientRole('Only admins can change the working time of others.', 'admin');
  }
  memberOrThrow(member);
}

/** Without the name, which is shown to the member and to admins only. */
export const shownTo = <T extends { memberId: string; name: string | null }>(caller: Caller, one: T): T =>
  caller.role === 'admin' || caller.principalId === one.memberId ? one : { ...one, name: null };

/** Throws a 409 if a member has the maximum number of entries of a kind. */
export function assertRoom(count: number, most: number, what: string): void {
  if (count < most) return;
  throw conflict(`The member has ${most} ${what}, which is the maximum.`, 'Delete those that are over.');
}

type Shares = Pick<WorkingHours, 'teamShares'>;

/** Working hours with the shares of the caller's teams only: others may be private. */
export const sharesShownTo = <T extends Shares>({ teamIds }: Caller, hours: T): T => ({
  ...hours,
  teamShares: hours.teamShares.filter(({ teamId }) => teamIds.has(teamId)),
});

/** Replaces working hours, and retains the shares that the caller cannot see. */
export const inPlaceOf = <T extends Shares>({ teamIds }: Caller, current: Shares, next: T): T => ({
  ...next,
  teamShares: [...next.teamShares, ...current.teamShares.filter(({ teamId }) => !teamIds.has(teamId))],
});

/** Throws a 400 if shares name a team that the caller is not in. */
export function assertKnownTeams({ teamIds }: Caller, { teamShares }: Shares, place: string): void {
  const unknown = teamShares.findIndex(({ teamId }) => !teamIds.has(teamId));
  if (unknown < 0) return;
  throw invalidReference([
    { path: `${place}.${unknown}.teamId`, message: 'is not a team that this credential can access' },
  ]);
}
