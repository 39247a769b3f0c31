import { getMember } from '../../shared/identity/members/get-member.ts';
import { getPrincipal } from '../../shared/identity/principals/get-principal.ts';
import { getTeam } from '../../shared/identity/teams/get-team.ts';
import type { ResourceOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { inverses } from '../../shared/surface/change-sets/inverses.ts';

/** What reads a resource by its id, by the name of its kind in events. */
export const readings: ReadonlyMap<string, ResourceOperation> = new Map<string, ResourceOperation>([
  // No reversal takes these back.
  ['member', getMember],
  ['team', getTeam],
  ['principal', getPrincipal],
  ...[...inverses].flatMap(([resource, { get }]) => (get ? [[resource, get] as const] : [])),
]);
