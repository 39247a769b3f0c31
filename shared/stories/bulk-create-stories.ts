import { bulkOperation } from '../api/bulk/bulk-operation.ts';
import { WORKSPACE_PATH } from '../api/operation/operation.ts';
import { createStory } from './create-story.ts';

export const bulkCreateStories = bulkOperation({
  id: 'bulkCreateStories',
  method: 'POST',
  path: `${WORKSPACE_PATH}/bulk/stories`,
  summary: 'Create up to 100 stories',
  description:
    'Each item is carried out as createStory with its own idempotencyKey, of the same space as the header of createStory, and has an outcome of its own at its place in the answer. Items do not see each other: a parent must exist before.',
  of: createStory,
  name: 'BulkCreateStories',
});
