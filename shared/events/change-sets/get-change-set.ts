import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeSetSchema } from './change-set.ts';

export const CHANGE_SET_PATH = `${WORKSPACE_PATH}/change-sets/{changeSetId}`;

export const getChangeSet = operation({
  id: 'getChangeSet',
  method: 'GET',
  path: CHANGE_SET_PATH,
  tag: 'Changes',
  summary: 'Get a change set',
  description:
    'Returns what was changed together: by requests with the same Change-Set header, by a bulk request, or by one other request. It appears within moments, shows what the caller may see, and is kept for 30 days.',
  // Each kind needs its own.
  scopes: [],
  errors: ['not_found', 'conflict'],
  params: { changeSetId: uuid() },
  output: changeSetSchema,
  handle: async ({ path, ...context }) => {
    // Imported on demand to keep the bundle under 250 KB.
    const { showChangeSet } = await import('./show-change-set.ts');
    return await showChangeSet(context, path.changeSetId);
  },
});
