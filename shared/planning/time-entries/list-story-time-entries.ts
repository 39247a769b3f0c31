import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { pageOfEntries } from './page-of-entries.ts';
import { STORY_TIME_ENTRIES_PATH } from './time-entry-access.ts';
import { timeEntrySchema } from './time-entry.ts';

export const listStoryTimeEntries = list({
  id: 'listStoryTimeEntries',
  path: STORY_TIME_ENTRIES_PATH,
  tag: 'Time entries',
  summary: 'List the time spent on a story',
  description: 'Returns the time entries of a story, the last logged first.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  item: timeEntrySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, loaded, ...context }) => {
    readableStoryOrThrow(context.caller, loaded.story);
    return await pageOfEntries(context, { storyId });
  },
});
