import * as z from 'zod';
import { orNotFound, raceLost } from '../api/errors.ts';
import { operatorOperation } from '../api/operator-operation.ts';
import { nextVersion } from '../api/patch.ts';
import { name } from '../lib/schema.ts';
import { workspaceSchema } from './workspace.ts';
import { getWorkspaceItem, replaceWorkspace, toWorkspace } from './workspace-store.ts';

export const renameWorkspace = operatorOperation({
  id: 'renameWorkspace',
  summary: 'Rename a workspace; its slug stays',
  inWorkspace: true,
  body: z.strictObject({ name: name() }),
  output: workspaceSchema,
  load: ({ path, read }) => ({ workspace: getWorkspaceItem(read, path.workspaceId) }),
  handle: async ({ body, loaded, now, commit }) => {
    const workspace = toWorkspace(orNotFound(loaded.workspace, 'workspace'));
    const next = nextVersion(workspace, { ...workspace, ...body }, now);
    await commit(next === workspace ? [] : [replaceWorkspace(next, workspace, raceLost)], workspace.id);
    return next;
  },
});
