import { bulkOperation } from '../../kernel/api/bulk/bulk-operation.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { createStory } from './create-story.ts';

export const bulkCreateStories = bulkOperation({
  id: 'bulkCreateStories',
  method: 'POST',
  path: `${WORKSPACE_PATH}/bulk/stories`,
  summary: 'Create up to 100 stories',
  description:
    "Runs each item as createStory with its own idempotencyKey (shared with createStory's header) and returns one outcome per item, in order. The stories of a team are numbered in the order of the items. Items cannot refer to each other: a parent story must already exist.",
  of: createStory,
  name: 'BulkCreateStories',
});
