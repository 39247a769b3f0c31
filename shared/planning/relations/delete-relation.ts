import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { RELATIONS_PATH } from './list-relations.ts';
import { removeRelation } from './remove-relation.ts';

export const deleteRelation = operation({
  id: 'deleteRelation',
  method: 'DELETE',
  path: `${RELATIONS_PATH}/{relationId}`,
  tag: 'Relations',
  summary: 'Delete a relation',
  description:
    'Ends a relation of the story in the path, for both stories; restoreRelation brings it back for 30 days.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  params: { storyId: uuid(), relationId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ path: { relationId: id }, loaded: { story, stored }, caller, read, commit }) => {
    readableStoryOrThrow(caller, story);
    const relation = stored?.relations.find((one) => one.id === id);
    if (!stored || !relation) throw notFound('relation');
    const other = await getStoryRelations(read, relation.storyId);
    await commit(removeRelation(id, [stored, other], writeConflict), id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
