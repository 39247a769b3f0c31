import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { storyKind, storySortKey } from './story-store.ts';

const PREFIX = 'WATCH#';

/** Stored next to its story: whether someone watches it, as they have chosen or because they have commented. */
const watchKey = (storyId: string, memberId: string): Key => ({
  pk: storySortKey(storyId),
  sk: `${PREFIX}${memberId}`,
});

/** Stores whether a member chose to watch a story, in the place of any earlier choice. */
export const putWatch = (storyId: string, memberId: string, watching: boolean): Change => ({
  put: { ...watchKey(storyId, memberId), watching },
});

/** Has someone watch a story, unless they have chosen; then it throws `chosen`. */
export const watchUnlessChosen = (storyId: string, memberId: string, chosen: () => Error): Change => ({
  put: { ...watchKey(storyId, memberId), watching: true },
  if: 'absent',
  onConditionFailed: chosen,
});

/** Whether a member watches a story; undefined for one who has neither chosen nor commented. */
export async function getWatch(
  read: Reader,
  storyId: string,
  memberId: string,
): Promise<boolean | undefined> {
  const item = await read.get(watchKey(storyId, memberId));
  return item && item['watching'] === true;
}

/** Whether each one who has chosen or commented watches a story. */
export async function listWatches(read: Reader, storyId: string): Promise<Map<string, boolean>> {
  const items = await read.children(storySortKey(storyId), PREFIX);
  return new Map(items.map(({ sk, watching }) => [sk.slice(PREFIX.length), watching === true]));
}

/** The story whose watching an item is; undefined for any other item. */
export const watchedStoryOf = ({ pk, sk }: Item): Key | undefined =>
  sk.startsWith(PREFIX) && pk.startsWith(storySortKey(''))
    ? storyKind.key(storyKind.idOf({ pk }))
    : undefined;

/** Changes that delete who watched a deleted story. */
export async function deleteWatches(read: Reader, storyId: string): Promise<Change[]> {
  const items = await read.children(storySortKey(storyId), PREFIX);
  return items.map(({ pk, sk }) => ({ delete: { pk, sk } }));
}
