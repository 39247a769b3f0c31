import { joinedTeams } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { memberIdOf } from './member-store.ts';

/** Guests see themselves and the members of their teams. */
export function canSeeMember(caller: Caller, item: Item): boolean {
  if (caller.role !== 'guest' || memberIdOf(item) === caller.principalId) return true;
  return [...joinedTeams(item)].some((id) => caller.teamIds.has(id));
}
