import { createRecurringStory } from './create-recurring-story.ts';
import { deleteRecurringStory } from './delete-recurring-story.ts';
import { getRecurringStory } from './get-recurring-story.ts';
import { listRecurringStories } from './list-recurring-stories.ts';
import { updateRecurringStory } from './update-recurring-story.ts';

export const recurringStoryOperations = [
  listRecurringStories,
  createRecurringStory,
  getRecurringStory,
  updateRecurringStory,
  deleteRecurringStory,
];
