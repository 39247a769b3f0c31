import pLimit from 'p-limit';
import { successOf, type ApiClient } from '../import/api-client.ts';
import { startProgress } from '../import/progress.ts';
import type { Reading } from './reading.ts';
import { type KindName, type Resource } from './kinds.ts';
import type { Part } from './mirror.ts';

/** Number of stories whose comments and relations are read at the same time. */
const STORY_CONCURRENCY = 4;

const ARCHIVED = { archived: 'include' };

/** Lists what belongs to a team, or to the workspace itself if `owner` is its id; undefined if it is out of sight. */
export async function listPart(reading: Reading, owner: string): Promise<Part | undefined> {
  const { client, path, workspaceId, reads } = reading;
  const part = new Map<KindName, Resource[]>();
  const add = async (kind: KindName, noun: string, query: Record<string, string>): Promise<void> => {
    if (!reads(kind)) return;
    const found = await client.list<Resource>(`${path}/${noun}`, query);
    // Lists of a team also have what belongs to the whole workspace.
    part.set(
      kind,
      found.filter(({ teamId = null }) => (teamId ?? workspaceId) === owner),
    );
  };
  if (owner === workspaceId) {
    await add('label', 'labels', ARCHIVED);
    await add('status', 'statuses', { ...ARCHIVED, appliesTo: 'objective' });
    await add('member', 'members', {});
    return part;
  }
  const team = await client.send('GET', `${path}/teams/${owner}`);
  if (team.status === 404) return undefined;
  part.set('team', [successOf<Resource>(team, 'a team')]);
  const query = { teamId: owner };
  await add('label', 'labels', { ...query, ...ARCHIVED });
  await add('status', 'statuses', { ...query, ...ARCHIVED });
  await add('sprint', 'sprints', query);
  await add('objective', 'objectives', query);
  await add('key_result', 'key-results', query);
  await add('story', 'stories', { ...query, ...ARCHIVED });
  const below = await listOfStories(reading, part.get('story') ?? []);
  return new Map([...part, ...below]);
}

/** The comments and relations of stories, which have no list of their own. */
async function listOfStories(
  { client, path, reads }: Reading,
  stories: readonly Resource[],
): Promise<[KindName, Resource[]][]> {
  const limit = pLimit(STORY_CONCURRENCY);
  const progress = startProgress(Math.max(1, stories.length), 'stories');
  try {
    const found = await Promise.all(
      stories.map(({ id }) =>
        limit(async () => {
          const at = `${path}/stories/${id}`;
          const comments = reads('comment') ? await listOrNone(client, `${at}/comments`) : [];
          const relations = await listOrNone(client, `${at}/relations`);
          progress.tick();
          return { comments: comments.flatMap(withReplies), relations };
        }),
      ),
    );
    return [
      ['comment', found.flatMap(({ comments }) => comments)],
      ['relation', found.flatMap(({ relations }) => relations)],
    ];
  } finally {
    progress.stop();
  }
}

const withReplies = (comment: Resource): Resource[] => [comment, ...(comment['replies'] as Resource[])];

/** A list, or nothing if what it belongs to is gone by now. */
async function listOrNone(client: ApiClient, path: string): Promise<Resource[]> {
  const items: Resource[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = new URLSearchParams({ limit: '100', ...(cursor ? { cursor } : {}) });
    const answer = await client.send('GET', `${path}?${query.toString()}`);
    if (answer.status === 404) return [];
    items.push(...successOf<Resource[]>(answer, `GET ${path}`));
    cursor = answer.meta?.nextCursor ?? null;
  }
  return items;
}
