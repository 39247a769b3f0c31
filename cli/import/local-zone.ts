import { timeZone } from '../../shared/kernel/core/time-zone.ts';
import { UsageError } from '../core/command-error.ts';
import type { ApiClient } from './api-client.ts';
import type { Preset } from './presets/preset.ts';

/** The zone of a file's times that have none, and a remark about it. */
interface LocalZone {
  timeZone: string | undefined;
  notes: string[];
}

/**
 * The zone that is asked for or, for a tracker that writes the local times of who exports, that of the working hours of
 * the token's member; undefined for UTC. Throws a UsageError if there is no such zone.
 */
export async function localZone(
  client: ApiClient,
  preset: Preset | undefined,
  given: string | undefined,
): Promise<LocalZone> {
  if (given !== undefined) {
    const { data, error } = timeZone().safeParse(given);
    if (error) throw new UsageError(`--time-zone ${error.issues[0]!.message}; ${given} is none.`);
    return { timeZone: data, notes: [] };
  }
  const own = preset?.hasLocalTimes ? await ownZone(client) : undefined;
  if (own === undefined || own === 'UTC') return { timeZone: undefined, notes: [] };
  const note = `Times without a zone are read as those of ${own}, the zone of your working hours; --time-zone sets another.`;
  return { timeZone: own, notes: [note] };
}

interface Principal {
  workspaceId: string;
  principalId: string;
  principalType: string;
}

/** Service accounts have no working hours, and a token may not be allowed to read them. */
async function ownZone(client: ApiClient): Promise<string | undefined> {
  const { workspaceId, principalId, principalType } = await client.get<Principal>('/api/v1/me');
  if (principalType !== 'user') return undefined;
  const path = `/api/v1/workspaces/${workspaceId}/members/${principalId}/working-hours`;
  const { status, data } = await client.send('GET', path);
  return status === 200 ? (data as { timeZone: string }).timeZone : undefined;
}
