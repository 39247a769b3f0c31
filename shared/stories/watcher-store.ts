import type { Change, Item, Key, Reader } from '../core/database.ts';
import { storyKind, storySortKey } from './story-store.ts';

const PREFIX = 'WATCH#';

/** Stored next to its story: what a member has chosen, to watch it or not to. */
const watchKey = (storyId: string, memberId: string): Key => ({
  pk: storySortKey(storyId),
  sk: `${PREFIX}${memberId}`,
});

export const putWatch = (storyId: string, memberId: string, watching: boolean): Change => ({
  put: { ...watchKey(storyId, memberId), watching },
});

/** Whether each member who has chosen watches a story. */
export async function listWatches(read: Reader, storyId: string): Promise<Map<string, boolean>> {
  const items = await read.children(storySortKey(storyId), PREFIX);
  return new Map(items.map(({ sk, watching }) => [sk.slice(PREFIX.length), watching === true]));
}

/** The story whose watching an item is; undefined for any other item. */
export const watchedStoryOf = ({ pk, sk }: Item): Key | undefined =>
  sk.startsWith(PREFIX) && pk.startsWith(storySortKey(''))
    ? storyKind.key(storyKind.idOf({ pk }))
    : undefined;

/** Changes that delete what members chose for a deleted story. */
export async function deleteWatches(read: Reader, storyId: string): Promise<Change[]> {
  const items = await read.children(storySortKey(storyId), PREFIX);
  return items.map(({ pk, sk }) => ({ delete: { pk, sk } }));
}
