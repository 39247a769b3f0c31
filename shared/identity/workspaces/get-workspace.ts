import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import { workspaceSchema } from './workspace.ts';
import { getWorkspaceItem, toWorkspace } from './workspace-store.ts';

export const getWorkspace = operation({
  id: 'getWorkspace',
  method: 'GET',
  path: WORKSPACE_PATH,
  tag: 'Workspaces',
  summary: 'Get the workspace',
  description: "Returns the credential's workspace.",
  scopes: ['workspace:read'],
  output: workspaceSchema,
  load: ({ path, read }) => ({ workspace: getWorkspaceItem(read, path.workspaceId) }),
  handle: async ({ loaded }) => toWorkspace(orNotFound(loaded.workspace, 'workspace')),
});
