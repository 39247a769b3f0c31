import { bulkOperation } from '../api/bulk/bulk-operation.ts';
import { WORKSPACE_PATH } from '../api/operation/operation.ts';
import { updateStory } from './update-story.ts';

export const bulkUpdateStories = bulkOperation({
  id: 'bulkUpdateStories',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/bulk/stories`,
  summary: 'Update up to 100 stories',
  description:
    'Each item is carried out as updateStory, with an idempotencyKey if it has one, and has an outcome of its own at its place in the answer.',
  of: updateStory,
  name: 'BulkUpdateStories',
});
