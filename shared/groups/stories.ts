import { archiveStory } from '../stories/archive-story.ts';
import { bulkCreateStories } from '../stories/bulk-create-stories.ts';
import { bulkUpdateStories } from '../stories/bulk-update-stories.ts';
import { createStory } from '../stories/create-story.ts';
import { deleteStory } from '../cascades/delete-story.ts';
import { getStoryByReference } from '../stories/get-story-by-reference.ts';
import { getStory } from '../stories/get-story.ts';
import { listWorkspaces } from '../members/list-workspaces.ts';
import { relationOperations } from '../relations/index.ts';
import { unarchiveStory } from '../stories/unarchive-story.ts';
import { updateStory } from '../stories/update-story.ts';

export const storyOperations = [
  createStory,
  getStory,
  getStoryByReference,
  updateStory,
  archiveStory,
  unarchiveStory,
  deleteStory,
  bulkCreateStories,
  bulkUpdateStories,
];

/**
 * Operations of functions/stories.ts. listWorkspaces is one of them so that one function serves all that the tokens of
 * OAuth clients of the API open: finding a workspace, reading and updating stories.
 */
export const storyGroup = [...storyOperations, ...relationOperations, listWorkspaces];
