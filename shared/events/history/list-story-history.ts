import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../../planning/stories/story-access.ts';
import { getStoryItem } from '../../planning/stories/story-store.ts';
import { historyEntrySchema } from './history-entry.ts';
import { pageOfHistory } from './page-of-history.ts';
import { findStoryEntries } from './story-entries.ts';

export const listStoryHistory = list({
  id: 'listStoryHistory',
  path: `${WORKSPACE_PATH}/stories/{storyId}/history`,
  tag: 'Changes',
  summary: 'List the history of a story',
  description:
    'Returns who changed a story, when, how and through what, newest first, since it was created. A change appears within moments. The history is deleted with the story.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  item: historyEntrySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded: { story }, page, ...context }) => {
    const item = readableStoryOrThrow(context.caller, story);
    const { after, limit } = page;
    const entries = await findStoryEntries(context.read, item, { after, limit: limit + 1 });
    return await pageOfHistory(context, 'story', entries, page);
  },
});
