import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { storyIdOf, storyIndexes, storyPartitions } from './story-store.ts';

/** Returns the key of a team's story by number, or undefined. Eventually consistent. */
export async function findStoryKey(
  read: Reader,
  teamId: string,
  sequenceId: number,
): Promise<Key | undefined> {
  const [key] = await read.query({
    index: storyIndexes.number,
    partition: storyPartitions.number(teamId),
    at: sequenceId,
    limit: 1,
  });
  return key;
}

/** Returns up to `limit` keys of stories of a team's objectives that start after an instant. Eventually consistent. */
export const findStartingKeys = (read: Reader, teamId: string, after: string, limit: number) =>
  read.query({
    index: storyIndexes.start,
    partition: storyPartitions.start(teamId),
    ascending: { after },
    limit,
  });

/** Number of ids in a page of them. */
const IDS_PER_PAGE = 1_000;

/** The ids of all stories of a team in pages, including archived ones, highest number first. Eventually consistent. */
export async function* findStoryIdPages(read: Reader, teamId: string): AsyncGenerator<string[]> {
  for (let before: number | undefined = Infinity; before !== undefined;) {
    const { ids, next } = await findStoryIdPage(read, teamId, before, IDS_PER_PAGE);
    yield ids;
    before = next;
  }
}

/** A page of the ids of a team's stories whose numbers are below `before`, and where the next one begins, if any. */
async function findStoryIdPage(
  read: Reader,
  teamId: string,
  before: number,
  limit: number,
): Promise<{ ids: string[]; next: number | undefined }> {
  const from = Number.isFinite(before) ? { before } : {};
  const keys = await read.query({
    index: storyIndexes.number,
    partition: storyPartitions.number(teamId),
    limit,
    ...from,
  });
  const next = keys.length < limit ? undefined : (keys.at(-1)!['number'] as number);
  return { ids: keys.map(storyIdOf), next };
}

/** Returns up to `limit` keys of a story's children, after one of them if it is given. Eventually consistent. */
export const findChildKeys = (read: Reader, parentId: string, limit: number, following?: Item) =>
  read.query({
    index: storyIndexes.parent,
    partition: storyPartitions.parent(parentId),
    limit,
    ...(following && { following }),
  });
