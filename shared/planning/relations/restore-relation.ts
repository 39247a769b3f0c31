import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { RELATIONS_PATH } from './list-relations.ts';
import { showRecordedRelation } from './recorded-relation.ts';
import { relationSchema } from './relation.ts';

export const restoreRelation = operation({
  id: 'restoreRelation',
  method: 'POST',
  path: `${RELATIONS_PATH}/{relationId}/restore`,
  tag: 'Relations',
  summary: 'Restore a deleted relation',
  description:
    'Restores a relation of the story in the path, for both stories, within 30 days of its deletion. Fails while one of the two is deleted, or if they are so related again.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  // It can wait for the stream.
  cost: 5,
  errors: ['quota_exceeded', 'conflict'],
  params: { storyId: uuid(), relationId: uuid() },
  output: relationSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ path: { storyId, relationId }, loaded: { story, stored }, ...call }) => {
    if (!story) {
      const { missingStory } = await import('../story/missing-story.ts');
      throw await missingStory(call, storyId);
    }
    readableStoryOrThrow(call.caller, story);
    if (stored?.relations.some(({ id }) => id === relationId)) throw notFound('deleted relation');
    const { putRelationBack } = await import('./put-relation-back.ts');
    return await putRelationBack(call, storyId, relationId);
  },
  replay: ({ resourceId, ...call }) => showRecordedRelation(call, resourceId),
});
