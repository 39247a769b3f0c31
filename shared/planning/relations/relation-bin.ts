import type { Change, Item } from '../../kernel/core/database.ts';
import { putInBin, takeFromBin } from '../bin/bin-store.ts';
import { toStoredRelation } from './relation-store.ts';

const storiesOf = (item: Item): string[] => {
  const { storyId, relatedStoryId } = toStoredRelation(item);
  return [storyId, relatedStoryId];
};

/** Puts a deleted relation into the bins of both stories. */
export const binRelation = (item: Item, deletedAt: Date): Change[] =>
  storiesOf(item).map((storyId) => putInBin(storyId, item, deletedAt));

/** Takes a restored relation from the bins of both stories. Throws `gone` if it is no longer there. */
export const unbinRelation = (item: Item, gone: () => Error): Change[] =>
  storiesOf(item).map((storyId) => takeFromBin(storyId, item, gone));
