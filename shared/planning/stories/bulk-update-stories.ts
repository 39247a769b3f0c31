import { bulkOperation } from '../../kernel/api/bulk/bulk-operation.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { updateStory } from './update-story.ts';

export const bulkUpdateStories = bulkOperation({
  id: 'bulkUpdateStories',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/bulk/stories`,
  summary: 'Update up to 100 stories',
  description:
    'Runs each item as updateStory, with its optional idempotencyKey, and returns one outcome per item, in order.',
  of: updateStory,
  name: 'BulkUpdateStories',
});
