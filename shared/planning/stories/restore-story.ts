import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { storySchema } from '../story/story.ts';
import { getStoryItem, showStory } from '../story/story-store.ts';

export const restoreStory = operation({
  id: 'restoreStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories/{storyId}/restore`,
  tag: 'Stories',
  summary: 'Restore a deleted story',
  description:
    'Restores a story within 30 days of its deletion, with its number, the comments and relations that were deleted with it, and without what it referred to and is gone. If another story has its externalId by now, it is restored without one. Who watched it, its children and its claim are not restored.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  // It can wait for the stream.
  cost: 5,
  errors: ['conflict'],
  params: { storyId: uuid() },
  output: storySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path, loaded, ...call }) => {
    if (loaded.story) throw notFound('deleted story');
    const { putStoryBack } = await import('./put-story-back.ts');
    return await putStoryBack(call, path.storyId);
  },
  replay: async ({ resourceId, ...call }) => {
    const { caller, read, now } = call;
    const item = readableStoryOrThrow(caller, await getStoryItem(read, resourceId));
    const { putContentsBack } = await import('./put-story-back.ts');
    await putContentsBack(call, item);
    return showStory(item, now);
  },
});
