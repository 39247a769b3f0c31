import { successOf } from '../import/api-client.ts';
import { isKind, type Resource } from './kinds.ts';
import { listPart } from './list-part.ts';
import type { Mirror } from './mirror.ts';
import { seesTeam, type Reading } from './reading.ts';

/** An event of the changes feed. */
export interface FeedEvent {
  type: string;
  teamId: string | null;
  data: Resource;
}

/**
 * Applies an event to a mirror; applied again, it changes nothing. Returns false if what it brings into sight belongs to a
 * team that is out of it by now. A reader who is back in the team by the next look at the feed learns of neither, so the
 * event is to be read again.
 */
export async function applyEvent(reading: Reading, mirror: Mirror, event: FeedEvent): Promise<boolean> {
  const { type, data } = event;
  const [subject, action] = type.split('.') as [string, string];
  if (subject === 'access') return await applyAccess(reading, mirror, event);
  // Clients ignore what they do not know.
  if (!isKind(subject) || !reading.reads(subject)) return true;
  if (action === 'deleted') mirror.remove(subject, data.id);
  if (action === 'created' || action === 'updated') mirror.put(subject, data);
  return true;
}

/** Something came into sight, to be listed anew, or went out of it. */
async function applyAccess(
  reading: Reading,
  mirror: Mirror,
  { type, teamId, data: { id, resource } }: FeedEvent,
): Promise<boolean> {
  const isGranted = type === 'access.granted';
  if (resource === 'objective') {
    mirror.forgetObjective(id);
    return !isGranted || (await fetchObjective(reading, mirror, id, teamId!));
  }
  if (isGranted) return await listPart(reading, mirror, id);
  mirror.forget(id);
  return true;
}

async function fetchObjective(
  reading: Reading,
  mirror: Mirror,
  id: string,
  teamId: string,
): Promise<boolean> {
  const { client, path, reads } = reading;
  if (!reads('objective')) return true;
  const get = () => client.send('GET', `${path}/objectives/${id}`);
  let answer = await get();
  if (answer.status === 404) {
    if (!(await seesTeam(reading, teamId))) return false;
    // Back in the team, or the objective is deleted or private again, of which the feed tells.
    answer = await get();
    if (answer.status === 404) return true;
  }
  const objective = successOf<Resource>(answer, 'an objective');
  const keyResults = await client.list<Resource>(`${path}/key-results`, { teamId, objectiveId: id });
  mirror.put('objective', objective);
  for (const keyResult of keyResults) mirror.put('key_result', keyResult);
  return true;
}
