import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { readsOnly } from '../../kernel/auth/audience.ts';
import { getGrant, narrowGrant, scopesOfGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { PageError } from '../session/page-error.ts';
import type { PersonTeam } from './person-teams.ts';
import { endGrant, recordGrant } from '../oauth/recorded-grant.ts';

/** How often a narrowing is tried that others get ahead of. */
const ATTEMPTS = 3;

interface Narrowing {
  /** Whether it may only see from now on. */
  seesOnly: boolean;
  /** Whether it may only propose changes from now on. */
  proposesOnly: boolean;
  /** Whether it no longer reads what visitors have written. */
  withholdsVisitors: boolean;
  /** The teams that the person could tick, and those that they left ticked. */
  teams: readonly PersonTeam[];
  ticked: readonly string[];
}

/**
 * Narrows a grant and records it. What is left is within what it allowed before, and within what another narrowing left
 * meanwhile. A grant for the API, which is for changing stories, ends if nothing may be changed any more. Throws a
 * PageError if the grant keeps changing.
 */
export async function narrow(grant: Grant, narrowing: Narrowing, call: WebCall): Promise<void> {
  if (narrowing.seesOnly && grant.audience === 'api') return await endGrant(grant, 'person', call);
  let current: Grant | undefined = grant;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!current || (await tryNarrow(current, narrowing, call))) return;
    current = await getGrant(createReader(call.services.database), grant, call.now);
  }
  throw new PageError(409, 'error.narrowed', 'error.narrowedText');
}

/** Narrows a grant as it was read; false if it has changed since. */
async function tryNarrow(grant: Grant, narrowing: Narrowing, call: WebCall): Promise<boolean> {
  const next = {
    ...(narrowing.seesOnly && !readsOnly(scopesOfGrant(grant)) ? { scopes: ['mcp:read'] as const } : {}),
    ...(narrowing.proposesOnly && grant.audience === 'mcp' && !grant.writes
      ? { writes: 'proposed' as const }
      : {}),
    ...fewerTeams(grant, narrowing),
    ...fewerTexts(grant, narrowing),
  };
  if (Object.keys(next).length === 0) return true;
  const { id, userId, clientName, audience } = grant;
  return await tryCommit(call.services.database, [
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

const fewerTexts = (
  { audience, content }: Grant,
  { withholdsVisitors }: Narrowing,
): Pick<Grant, 'content'> =>
  withholdsVisitors && audience === 'mcp' && content === undefined ? { content: 'members' } : {};
