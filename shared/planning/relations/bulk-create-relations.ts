import { bulkOperation } from '../../kernel/api/bulk/bulk-operation.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { createRelation } from './create-relation.ts';

export const bulkCreateRelations = bulkOperation({
  id: 'bulkCreateRelations',
  method: 'POST',
  path: `${WORKSPACE_PATH}/bulk/relations`,
  summary: 'Create up to 100 relations',
  description:
    'Runs each item as createRelation, with its optional idempotencyKey, and returns one outcome per item, in order. Items of the same story run in order.',
  of: createRelation,
  name: 'BulkCreateRelations',
});
