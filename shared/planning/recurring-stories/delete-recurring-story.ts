import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { RECURRING_STORY_PATH } from './list-recurring-stories.ts';
import { visibleRecurringStoryOrThrow } from './recurring-story-access.ts';
import { deleteRecurringStoryItem, getRecurringStoryItem } from './recurring-story-store.ts';

export const deleteRecurringStory = operation({
  id: 'deleteRecurringStory',
  method: 'DELETE',
  path: RECURRING_STORY_PATH,
  tag: 'Story templates',
  summary: 'Delete a recurring story',
  description: 'Has no more stories made. Those that were made stay.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { recurringStoryId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ item: getRecurringStoryItem(read, path.recurringStoryId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const { recurring } = visibleRecurringStoryOrThrow(caller, loaded.item);
    assertMatch(recurring);
    await commit(deleteRecurringStoryItem(recurring, writeConflict), recurring.id);
    return { id: recurring.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
