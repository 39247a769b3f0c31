import { getMemberItem, joinedTeams } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { getFormerItem } from '../members/member-store.ts';
import type { Principal } from './principal.ts';
import { principalOf } from './principal-of.ts';

/** A member or service account: in its current state, or as it was when it was removed. */
interface FoundPrincipal {
  current: Item | undefined;
  former: Item | undefined;
}

/** Reads a member or service account; both reads share a batch. */
export async function findPrincipal(read: Reader, workspaceId: string, id: string): Promise<FoundPrincipal> {
  const [current, former] = await Promise.all([
    getMemberItem(read, workspaceId, id),
    getFormerItem(read, workspaceId, id),
  ]);
  return { current, former };
}

/** Returns the member or service account if the caller can see it; otherwise throws a 404. */
export function visiblePrincipalOrThrow(caller: Caller, id: string, found: FoundPrincipal): Principal {
  const principal = visiblePrincipal(caller, id, found);
  if (!principal) throw notFound('principal');
  return principal;
}

/** The member or service account if the caller can see it. */
export function visiblePrincipal(
  caller: Caller,
  id: string,
  { current, former }: FoundPrincipal,
): Principal | undefined {
  if (current) return canSee(caller, id, current) ? principalOf(id, current) : undefined;
  return former && principalOf(id, former);
}

/** Guests see themselves and who shares a team with them. */
function canSee(caller: Caller, id: string, item: Item): boolean {
  if (caller.role !== 'guest' || id === caller.principalId) return true;
  return [...joinedTeams(item)].some((teamId) => caller.teamIds.has(teamId));
}
