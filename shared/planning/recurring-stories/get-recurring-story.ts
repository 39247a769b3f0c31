import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { RECURRING_STORY_PATH } from './list-recurring-stories.ts';
import { visibleRecurringStoryOrThrow } from './recurring-story-access.ts';
import { getRecurringStoryItem } from './recurring-story-store.ts';
import { recurringStorySchema } from './recurring-story.ts';

export const getRecurringStory = operation({
  id: 'getRecurringStory',
  method: 'GET',
  path: RECURRING_STORY_PATH,
  tag: 'Story templates',
  summary: 'Get a recurring story',
  description: 'Returns when its stories are made, and what they have.',
  scopes: ['stories:read'],
  params: { recurringStoryId: uuid() },
  output: recurringStorySchema,
  load: ({ path, read }) => ({ item: getRecurringStoryItem(read, path.recurringStoryId) }),
  handle: async ({ loaded, caller }) => visibleRecurringStoryOrThrow(caller, loaded.item).recurring,
});
