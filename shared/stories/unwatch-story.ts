import { operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { STORY_PATH, watchSchema } from './watch.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { getStoryItem } from './story-store.ts';
import { putWatch } from './watcher-store.ts';

export const unwatchStory = operation({
  id: 'unwatchStory',
  method: 'POST',
  path: `${STORY_PATH}/unwatch`,
  tag: 'Stories',
  summary: 'Stop watching a story',
  description:
    'Ends the mail about the story, also for its reporter, assignee and commenters. Mentions still reach the caller.',
  scopes: ['stories:read'],
  teamRestricted: 'allowed',
  params: { storyId: uuid() },
  output: watchSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, loaded, caller, commit }) => {
    readableStoryOrThrow(caller, loaded.story);
    await commit([putWatch(storyId, caller.principalId, false)], storyId);
    return { id: storyId, watching: false };
  },
  replay: async ({ resourceId: id }) => ({ id, watching: false }),
});
