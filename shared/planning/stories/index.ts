import { archiveStory } from './archive-story.ts';
import { bulkCreateStories } from './bulk-create-stories.ts';
import { bulkUpdateStories } from './bulk-update-stories.ts';
import { createStory } from './create-story.ts';
import { deleteStory } from './delete-story.ts';
import { getStoryByReference } from './get-story-by-reference.ts';
import { getStory } from './get-story.ts';
import { restoreStory } from './restore-story.ts';
import { unarchiveStory } from './unarchive-story.ts';
import { updateStory } from './update-story.ts';

export const storyOperations = [
  createStory,
  getStory,
  getStoryByReference,
  updateStory,
  archiveStory,
  unarchiveStory,
  deleteStory,
  restoreStory,
  bulkCreateStories,
  bulkUpdateStories,
];
