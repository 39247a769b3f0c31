import { ApiError } from '../../kernel/core/errors.ts';
import type { Item } from '../../kernel/core/database.ts';
import { RELATIONS_MAX, type RelatedStory, type StoryRelation } from '../story/story-relations.ts';
import type { StoryRelations } from '../story/story-relations-store.ts';
import { storyIdOf, storyTeamOf } from '../story/story-store.ts';

/** The relations of a story, to add one. */
export const sideOf = (story: Item, stored: StoryRelations | undefined): StoryRelations =>
  stored ?? { storyId: storyIdOf(story), teamId: storyTeamOf(story), relations: [], version: undefined };

/** A relation as the other of two stories stores it. */
export function relationOf(
  relation: Pick<StoryRelation, 'id' | 'type' | 'createdBy' | 'createdAt'>,
  to: Item,
  { reference, title, statusId, statusCategory }: RelatedStory,
): StoryRelation {
  const blocker = { reference, title, statusId, statusCategory };
  return {
    ...relation,
    storyId: storyIdOf(to),
    teamId: storyTeamOf(to),
    ...(relation.type === 'blocked_by' ? { blocker } : {}),
  };
}

/** Throws a 403 if a story can have no more relations. */
export function assertRoomFor({ relations }: StoryRelations): void {
  if (relations.length < RELATIONS_MAX) return;
  throw new ApiError(
    'quota_exceeded',
    `A story can have ${RELATIONS_MAX} relations, and one of the two has them.`,
    {
      details: { quota: 'relations', limit: RELATIONS_MAX },
      hint: 'Delete a relation that is no longer needed.',
    },
  );
}
