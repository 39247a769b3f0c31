import * as z from 'zod';
import { orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { name } from '../../kernel/core/schema.ts';
import { workspaceSchema } from './workspace.ts';
import { getWorkspaceItem, replaceWorkspace, toWorkspace } from './workspace-store.ts';

export const renameWorkspace = operatorOperation({
  id: 'renameWorkspace',
  summary: 'Rename a workspace; its slug does not change',
  inWorkspace: true,
  audit: audited('workspace.updated', ['name']),
  body: () => z.strictObject({ name: name() }),
  output: workspaceSchema,
  load: ({ path, read }) => ({ workspace: getWorkspaceItem(read, path.workspaceId) }),
  handle: async ({ body, loaded, now, commit }) => {
    const workspace = toWorkspace(orNotFound(loaded.workspace, 'workspace'));
    const next = nextVersion(workspace, { ...workspace, ...body }, now);
    await commit(next === workspace ? [] : [replaceWorkspace(next, workspace, writeConflict)], workspace.id, {
      from: workspace,
      to: next,
    });
    return next;
  },
});
