import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { readsOnly } from '../../kernel/auth/audience.ts';
import { narrowGrant, scopesOfGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { PersonTeam } from './person-teams.ts';
import { endGrant, recordGrant } from './recorded-grant.ts';

interface Narrowing {
  /** Whether it may only see from now on. */
  seesOnly: boolean;
  /** The teams that the person could tick, and those that they left ticked. */
  teams: readonly PersonTeam[];
  ticked: readonly string[];
}

/**
 * Narrows a grant and records it. What is left is within what it allowed before. A grant for the API, which is for
 * changing stories, ends if nothing may be changed any more.
 */
export async function narrow(grant: Grant, narrowing: Narrowing, call: WebCall): Promise<void> {
  if (narrowing.seesOnly && grant.audience === 'api') return await endGrant(grant, 'person', call);
  const next = {
    ...(narrowing.seesOnly && !readsOnly(scopesOfGrant(grant)) ? { scopes: ['mcp:read'] as const } : {}),
    ...fewerTeams(grant, narrowing),
  };
  if (Object.keys(next).length === 0) return;
  const { id, userId, clientName, audience } = grant;
  await tryCommit(call.services.database, [
    narrowGrant(grant, next, writeConflict),
    recordGrant({ id, userId, clientName, audience, ...next }, 'narrowed', call),
  ]);
}

/** The teams of a grant that were left ticked; nothing if all of them were. */
function fewerTeams({ teamIds }: Grant, { teams, ticked }: Narrowing): Pick<Grant, 'teamIds'> {
  const before = teamIds ?? teams.map(({ id }) => id);
  const left = before.filter((id) => ticked.includes(id));
  return left.length === before.length ? {} : { teamIds: left };
}
