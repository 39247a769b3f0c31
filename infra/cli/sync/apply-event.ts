import { successOf } from '../import/api-client.ts';
import { isKind, type Resource } from './kinds.ts';
import { listPart } from './list-part.ts';
import type { Mirror } from './mirror.ts';
import type { Reading } from './reading.ts';

/** An event of the changes feed. */
export interface FeedEvent {
  type: string;
  data: Resource;
}

/** Applies an event to a mirror; applied again, it changes nothing. */
export async function applyEvent(reading: Reading, mirror: Mirror, { type, data }: FeedEvent): Promise<void> {
  const [subject, action] = type.split('.') as [string, string];
  if (subject === 'access') return await applyAccess(reading, mirror, action, data);
  // Clients ignore what they do not know.
  if (!isKind(subject) || !reading.reads(subject)) return;
  if (action === 'deleted') mirror.remove(subject, data.id);
  if (action === 'created' || action === 'updated') mirror.put(subject, data);
}

/** Something came into sight, to be listed anew, or went out of it. */
async function applyAccess(reading: Reading, mirror: Mirror, action: string, data: Resource): Promise<void> {
  const { id, resource } = data;
  if (resource === 'objective') {
    mirror.forgetObjective(id);
    if (action === 'granted') await fetchObjective(reading, mirror, id);
    return;
  }
  if (action === 'granted') await listPart(reading, mirror, id);
  else mirror.forget(id);
}

async function fetchObjective({ client, path, reads }: Reading, mirror: Mirror, id: string): Promise<void> {
  if (!reads('objective')) return;
  const answer = await client.send('GET', `${path}/objectives/${id}`);
  if (answer.status === 404) return;
  const objective = successOf<Resource>(answer, 'an objective');
  const query = { teamId: String(objective['teamId']), objectiveId: id };
  const keyResults = await client.list<Resource>(`${path}/key-results`, query);
  mirror.put('objective', objective);
  for (const keyResult of keyResults) mirror.put('key_result', keyResult);
}
