import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { storySchema } from '../story/story.ts';
import { storyIncludes } from './story-includes.ts';
import { getStoryItem, showStory } from '../story/story-store.ts';

export const getStory = operation({
  id: 'getStory',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories/{storyId}`,
  tag: 'Stories',
  summary: 'Get a story',
  description: "Returns a story of one of the caller's teams, archived or not.",
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount', 'oauth'],
  preview: true,
  params: { storyId: uuid() },
  output: storySchema,
  includes: storyIncludes,
  tool: {
    name: 'get_story',
    title: 'Get a story',
    description: 'Returns one story with all its fields and relations: {"story":"ENG-12"}.',
    annotations: readOnly,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded, caller, now }) => showStory(readableStoryOrThrow(caller, loaded.story), now),
});
