import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { storySchema } from '../story/story.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';

/** The most stories that are suggested. */
const SIMILAR_MAX = 5;

const similarSchema = memoize(() =>
  z.array(storySchema()).meta({
    id: 'SimilarStories',
    description: 'Stories that might say the same.',
  }),
);

export const listSimilarStories = operation({
  id: 'listSimilarStories',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories/{storyId}/similar`,
  tag: 'Triage',
  summary: 'Suggest duplicates of a story',
  description: `Returns up to ${SIMILAR_MAX} stories of the caller's teams that have words of its title, archived or not, the most similar first.`,
  scopes: ['stories:read'],
  errors: ['service_unavailable'],
  params: { storyId: uuid() },
  output: similarSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded, ...call }) => {
    const story = toStory(readableStoryOrThrow(call.caller, loaded.story));
    // Few requests of its function ask for these.
    const { findSimilarStories } = await import('./find-similar-stories.ts');
    return await findSimilarStories(call, story, SIMILAR_MAX);
  },
});
