import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { findStoryId, findTeamOfReference, REFERENCE } from '../story/find-by-reference.ts';
import { storySchema } from '../story/story.ts';
import { storyIncludes } from './story-includes.ts';
import { getStoryItem, showStory } from '../story/story-store.ts';

export const storyReference = () =>
  z.string().regex(REFERENCE, { error: 'must be a reference such as ENG-184' });

export const getStoryByReference = operation({
  id: 'getStoryByReference',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories-by-reference/{reference}`,
  tag: 'Stories',
  summary: 'Get a story by its reference',
  description:
    'Looks up a story by team code and number, such as ENG-184, also by those that it had before it moved to another team. A story created or moved moments ago may not be found yet.',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount', 'oauth'],
  params: { reference: storyReference().meta({ description: 'Team code and number of the story.' }) },
  output: storySchema,
  includes: storyIncludes,
  load: ({ path, read }) => ({ teamId: findTeamOfReference(read, path.workspaceId, path.reference) }),
  handle: async ({ path, loaded: { teamId }, caller, read, now }) => {
    const id = await findStoryId({ read, caller }, teamId, path.reference);
    return showStory(readableStoryOrThrow(caller, id ? await getStoryItem(read, id) : undefined), now);
  },
});
