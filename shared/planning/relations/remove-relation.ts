import type { Change } from '../../kernel/core/database.ts';
import { replaceStoryRelations, type StoryRelations } from '../story/story-relations-store.ts';
import { deleteRelationItem } from './relation-store.ts';

/** The changes that remove a relation from the stored relations of its two stories. */
export const removeRelation = (
  id: string,
  sides: readonly (StoryRelations | undefined)[],
  stale: () => Error,
): Change[] => [
  deleteRelationItem(id),
  ...sides
    .filter((side) => side?.relations.some((one) => one.id === id))
    .map((side) =>
      replaceStoryRelations(
        side!,
        side!.relations.filter((one) => one.id !== id),
        stale,
      ),
    ),
];
