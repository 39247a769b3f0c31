import { notFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { storySchema } from './story.ts';
import { getStoryItem, storyTeamOf, toStoryJson } from './story-store.ts';
import type { Item } from '../core/database.ts';

export const getStory = operation({
  id: 'getStory',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories/{storyId}`,
  tag: 'Stories',
  summary: 'Get a story',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  preview: true,
  params: { storyId: uuid() },
  output: storySchema,
  tool: {
    name: 'get_story',
    title: 'Get a story',
    description: 'Returns one story with all its fields.',
    annotations: readOnly,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded, caller }) => toStoryJson(readableStoryOrThrow(caller, loaded.story)),
});

/**
 * Returns the story if the caller is a member of its team and the credential can access it; otherwise throws
 * a 404.
 */
export function readableStoryOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(storyTeamOf(item))) throw notFound('story');
  return item;
}
