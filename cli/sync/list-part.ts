import pLimit from 'p-limit';
import { startProgress } from '../import/progress.ts';
import { pathOf } from '../../shared/kernel/noun/define-noun.ts';
import { kinds } from './kinds.ts';
import { listFeedback } from './list-feedback.ts';
import type { Mirror } from './mirror.ts';
import { fetchTeam, pagesOf, pagesOfTeam, type SyncSource } from './reading.ts';

/** Number of stories whose relations are read at the same time, and whose ids are looked up at once. */
const STORY_CONCURRENCY = 4;
const STORIES_AT_ONCE = 500;

/**
 * Puts what belongs to a team, or to the workspace itself if `owner` is its id, in the place of what the mirror has of it.
 * Throws OutOfSight if the team is out of sight before all of it is read.
 */
export async function listPart(reading: SyncSource, mirror: Mirror, owner: string): Promise<void> {
  mirror.forget(owner);
  await (owner === reading.workspaceId ? listWorkspace(reading, mirror) : listTeam(reading, mirror, owner));
}

const listQuery = ({ mirror: { lists } }: (typeof kinds)[number], owner: 'workspace' | 'team') =>
  lists === 'separately' ? undefined : lists[owner];

async function listWorkspace(reading: SyncSource, mirror: Mirror): Promise<void> {
  for (const kind of kinds) {
    const query = listQuery(kind, 'workspace');
    if (!query || !reading.reads(kind.name)) continue;
    for await (const page of pagesOf(reading, `${reading.path}/${pathOf(kind)}`, query))
      // The list also has what belongs to teams.
      for (const resource of page)
        if (typeof resource['teamId'] !== 'string') mirror.put(kind.name, resource);
  }
  await listFeedback(reading, mirror);
}

async function listTeam(reading: SyncSource, mirror: Mirror, teamId: string): Promise<void> {
  const { path, reads } = reading;
  mirror.put('team', await fetchTeam(reading, teamId));
  for (const kind of kinds) {
    const query = listQuery(kind, 'team');
    if (!query || !reads(kind.name)) continue;
    for await (const page of pagesOfTeam(reading, teamId, `${path}/${pathOf(kind)}`, { ...query, teamId }))
      // The list also has what belongs to the whole workspace.
      for (const resource of page) if (resource['teamId'] === teamId) mirror.put(kind.name, resource);
  }
  if (reads('story')) {
    const waiting = pagesOfTeam(reading, teamId, `${path}/teams/${teamId}/triage`, { state: 'any' });
    for await (const page of waiting) for (const story of page) mirror.put('story', story);
  }
  await listComments(reading, mirror, teamId);
  await listRelations(reading, mirror, teamId);
}

/**
 * Puts the comments on the team's stories that the mirror has. The feed brings those on newer stories with their story;
 * without it, forgetting the team would leave them.
 */
async function listComments(reading: SyncSource, mirror: Mirror, teamId: string): Promise<void> {
  if (!reading.reads('comment')) return;
  for await (const page of pagesOfTeam(reading, teamId, `${reading.path}/comments`, { teamId }))
    for (const comment of page)
      if (mirror.has('story', String(comment['storyId']))) mirror.put('comment', comment);
}

/** Puts the relations of a team's stories, which have no list of their own. */
async function listRelations(reading: SyncSource, mirror: Mirror, owner: string): Promise<void> {
  const limit = pLimit(STORY_CONCURRENCY);
  const progress = startProgress(Math.max(1, mirror.count('story', owner)), 'stories');
  const listOf = async (id: string): Promise<void> => {
    const path = `${reading.path}/stories/${id}/relations`;
    for await (const page of pagesOfTeam(reading, owner, path, {}, 'none if gone'))
      for (const relation of page) mirror.put('relation', relation);
    progress.tick();
  };
  // After a failure nothing is read any more, and nothing put once it is thrown.
  const failures: unknown[] = [];
  const listUnlessFailed = async (id: string): Promise<void> => {
    if (failures.length === 0) await listOf(id).catch((error: unknown) => void failures.push(error));
  };
  try {
    for (let after = ''; ;) {
      const ids = mirror.ids('story', owner, after, STORIES_AT_ONCE);
      await Promise.all(ids.map((id) => limit(() => listUnlessFailed(id))));
      if (failures.length > 0) throw failures[0];
      if (ids.length < STORIES_AT_ONCE) return;
      after = ids.at(-1)!;
    }
  } finally {
    progress.stop();
  }
}
