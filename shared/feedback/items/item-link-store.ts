import { storyKind } from '../../planning/story-parts/story-kind.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** Stored next to a story: the items linked to it. */
const linkKey = (storyId: string): Key => ({ pk: storyKind.key(storyId).pk, sk: '#FEEDBACK' });

/** The ids of the items that a story is linked to. */
export async function getLinkedItemIds(read: Reader, storyId: string): Promise<string[]> {
  const ids = (await read.get(linkKey(storyId)))?.['itemIds'] as Set<string> | undefined;
  return [...(ids ?? [])];
}

/** Changes that link an item to stories. */
export const link = (itemId: string, storyIds: readonly string[]): Change[] =>
  storyIds.map((id) => ({ update: linkKey(id), with: { add: { itemIds: new Set([itemId]) } } }));

/** Changes that end links of an item to stories. */
export const unlink = (itemId: string, storyIds: readonly string[]): Change[] =>
  storyIds.map((id) => ({ update: linkKey(id), with: { delete: { itemIds: new Set([itemId]) } } }));
