import { successOf } from '../import/api-client.ts';
import { pathOf } from '../../shared/kernel/noun/define-noun.ts';
import { isKind, kinds, type MirroredResource } from './kinds.ts';
import { listPart } from './list-part.ts';
import type { Mirror } from './mirror.ts';
import { getOfTeam, pagesOfTeam, type SyncSource } from './reading.ts';

/** An event of the changes feed. */
export interface FeedEvent {
  type: string;
  teamId: string | null;
  data: MirroredResource;
}

/**
 * Applies an event to a mirror; applied again, it changes nothing. Throws OutOfSight if what it brings into sight belongs
 * to a team that is out of it by now.
 */
export async function applyEvent(reading: SyncSource, mirror: Mirror, event: FeedEvent): Promise<void> {
  const { type, data } = event;
  const [subject, action] = type.split('.') as [string, string];
  if (subject === 'access') return await applyAccess(reading, mirror, event);
  // Clients ignore what they do not know.
  if (!isKind(subject) || !reading.reads(subject)) return;
  if (action === 'deleted') mirror.remove(subject, data.id);
  if (action === 'created' || action === 'updated') mirror.put(subject, data);
}

/** Something became visible and must be listed again, or is no longer visible. */
async function applyAccess(
  reading: SyncSource,
  mirror: Mirror,
  { type, teamId, data: { id, resource } }: FeedEvent,
): Promise<void> {
  const isGranted = type === 'access.granted';
  if (resource === 'story') {
    mirror.forgetStory(id);
    if (isGranted) await fetchStory(reading, mirror, id, teamId!);
  } else if (resource === 'objective') {
    mirror.forgetObjective(id);
    if (isGranted) await fetchObjective(reading, mirror, id, teamId!);
  } else if (isGranted) await listPart(reading, mirror, id);
  else mirror.forget(id);
}

async function fetchObjective(
  reading: SyncSource,
  mirror: Mirror,
  id: string,
  teamId: string,
): Promise<void> {
  const { path, reads } = reading;
  if (!reads('objective')) return;
  const answer = await getOfTeam(reading, teamId, `${path}/objectives/${id}`);
  // Deleted, or private again, as the feed says later.
  if (answer.status === 404) return;
  mirror.put('objective', successOf<MirroredResource>(answer, 'an objective'));
  const ofIt = { teamId, objectiveId: id };
  for await (const page of pagesOfTeam(reading, teamId, `${path}/key-results`, ofIt, 'none if gone'))
    for (const keyResult of page) mirror.put('key_result', keyResult);
  const updates = `${path}/objectives/${id}/updates`;
  for await (const page of pagesOfTeam(reading, teamId, updates, {}, 'none if gone'))
    for (const update of page) mirror.put('objective_update', update);
}

async function fetchStory(reading: SyncSource, mirror: Mirror, id: string, teamId: string): Promise<void> {
  const path = `${reading.path}/stories/${id}`;
  const answer = await getOfTeam(reading, teamId, path);
  // Deleted, or moved on, as the feed says later.
  if (answer.status === 404) return;
  mirror.put('story', successOf<MirroredResource>(answer, 'a story'));
  if (reading.reads('comment')) {
    for await (const page of pagesOfTeam(reading, teamId, `${path}/comments`, {}, 'none if gone'))
      for (const comment of page)
        for (const one of [comment, ...(comment['replies'] as MirroredResource[])])
          mirror.put('comment', one);
  }
  for (const { name, mirror: facts, ...noun } of kinds) {
    // Comments and relations are read in their own ways.
    if (facts.under !== 'story' || facts.lists === 'separately' || !reading.reads(name)) continue;
    for await (const page of pagesOfTeam(reading, teamId, `${path}/${pathOf(noun)}`, {}, 'none if gone'))
      for (const resource of page) mirror.put(name, resource);
  }
  for await (const page of pagesOfTeam(reading, teamId, `${path}/relations`, {}, 'none if gone'))
    for (const relation of page) mirror.put('relation', relation);
}
