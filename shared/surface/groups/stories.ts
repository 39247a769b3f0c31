import { archiveStory } from '../../planning/stories/archive-story.ts';
import { bulkCreateStories } from '../../planning/stories/bulk-create-stories.ts';
import { bulkUpdateStories } from '../../planning/stories/bulk-update-stories.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { getStoryByReference } from '../../planning/stories/get-story-by-reference.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listWorkspaces } from '../../identity/members/list-workspaces.ts';
import { relationOperations } from '../../planning/relations/index.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';

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
