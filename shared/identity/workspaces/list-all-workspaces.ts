import * as z from 'zod';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { workspaceSchema } from './workspace.ts';
import { listWorkspaceItems } from './all-workspaces-store.ts';
import { toWorkspace } from './workspace-store.ts';

export const listAllWorkspaces = operatorOperation({
  id: 'listAllWorkspaces',
  summary: 'List all workspaces of the deployment, newest first',
  inWorkspace: false,
  output: () => z.array(workspaceSchema()),
  handle: async ({ read }) => (await listWorkspaceItems(read)).map(toWorkspace),
});
