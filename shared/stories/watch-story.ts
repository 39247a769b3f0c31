import { operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { STORY_PATH, watchSchema } from './watch.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { getStoryItem } from './story-store.ts';
import { putWatch } from './watcher-store.ts';

export const watchStory = operation({
  id: 'watchStory',
  method: 'POST',
  path: `${STORY_PATH}/watch`,
  tag: 'Stories',
  summary: 'Watch a story',
  description:
    'Lets the caller hear of the story by mail: of comments on it, and of its status. Who reported it, is assigned to it or has commented on it watches it anyway.',
  scopes: ['stories:read'],
  teamRestricted: 'allowed',
  params: { storyId: uuid() },
  output: watchSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, loaded, caller, commit }) => {
    readableStoryOrThrow(caller, loaded.story);
    await commit([putWatch(storyId, caller.principalId, true)], storyId);
    return { id: storyId, watching: true };
  },
  replay: async ({ resourceId: id }) => ({ id, watching: true }),
});
