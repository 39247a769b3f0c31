import pLimit from 'p-limit';
import { successOf } from '../import/api-client.ts';
import { startProgress } from '../import/progress.ts';
import type { KindName, Resource } from './kinds.ts';
import { listFeedback } from './list-feedback.ts';
import type { Mirror } from './mirror.ts';
import { pagesOf, seesTeam, type Reading } from './reading.ts';

/** Number of stories whose comments and relations are read at the same time, and whose ids are looked up at once. */
const STORY_CONCURRENCY = 4;
const STORIES_AT_ONCE = 500;

const ARCHIVED = { archived: 'include' };

/**
 * Puts what belongs to a team, or to the workspace itself if `owner` is its id, in the place of what the mirror has of it.
 * Returns false if the team is out of sight before all of it is read.
 */
export async function listPart(reading: Reading, mirror: Mirror, owner: string): Promise<boolean> {
  const { client, path, workspaceId, reads } = reading;
  mirror.forget(owner);
  const add = async (kind: KindName, noun: string, query: Record<string, string>): Promise<void> => {
    if (!reads(kind)) return;
    for await (const page of pagesOf(reading, `${path}/${noun}`, query)) {
      // Lists of a team also have what belongs to the whole workspace.
      const own = page.filter(({ teamId = null }) => (teamId ?? workspaceId) === owner);
      for (const resource of own) mirror.put(kind, resource);
    }
  };
  if (owner === workspaceId) {
    await add('label', 'labels', ARCHIVED);
    await add('status', 'statuses', { ...ARCHIVED, appliesTo: 'objective' });
    await add('member', 'members', {});
    await listFeedback(reading, mirror);
    return true;
  }
  const team = await client.send('GET', `${path}/teams/${owner}`);
  if (team.status === 404) return false;
  mirror.put('team', successOf<Resource>(team, 'a team'));
  const query = { teamId: owner };
  await add('label', 'labels', { ...query, ...ARCHIVED });
  await add('status', 'statuses', { ...query, ...ARCHIVED });
  await add('sprint', 'sprints', query);
  await add('objective', 'objectives', query);
  await add('key_result', 'key-results', query);
  await add('story', 'stories', { ...query, ...ARCHIVED });
  await listOfStories(reading, mirror, owner);
  // Stories of a team that the reader has left have no comments and relations either.
  return await seesTeam(reading, owner);
}

/** Puts the comments and relations of a team's stories, which have no list of their own. */
async function listOfStories(reading: Reading, mirror: Mirror, owner: string): Promise<void> {
  const limit = pLimit(STORY_CONCURRENCY);
  const progress = startProgress(Math.max(1, mirror.count('story', owner)), 'stories');
  const listOf = async (id: string): Promise<void> => {
    const at = `${reading.path}/stories/${id}`;
    if (reading.reads('comment')) {
      for await (const page of pagesOf(reading, `${at}/comments`, {}, 'none if gone'))
        for (const comment of page.flatMap(withReplies)) mirror.put('comment', comment);
    }
    for await (const page of pagesOf(reading, `${at}/relations`, {}, 'none if gone'))
      for (const relation of page) mirror.put('relation', relation);
    progress.tick();
  };
  try {
    for (let after = ''; ;) {
      const ids = mirror.ids('story', owner, after, STORIES_AT_ONCE);
      await Promise.all(ids.map((id) => limit(() => listOf(id))));
      if (ids.length < STORIES_AT_ONCE) return;
      after = ids.at(-1)!;
    }
  } finally {
    progress.stop();
  }
}

const withReplies = (comment: Resource): Resource[] => [comment, ...(comment['replies'] as Resource[])];
