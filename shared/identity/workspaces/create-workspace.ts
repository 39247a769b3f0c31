import * as z from 'zod';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { CELL_VARIABLE, newWorkspaceId } from '../../kernel/core/cell.ts';
import { name } from '../../kernel/core/schema.ts';
import { newStatuses, putStatuses } from '../status/new-statuses.ts';
import { workspaceSlug, workspaceSchema, type Workspace } from './workspace.ts';
import { putWorkspace } from './workspace-store.ts';

export const createWorkspace = operatorOperation({
  id: 'createWorkspace',
  summary: 'Create a workspace with its objective statuses and without members',
  inWorkspace: false,
  audit: audited('workspace.created', ['name', 'slug']),
  body: () => z.strictObject({ name: name(), slug: workspaceSlug() }),
  output: workspaceSchema,
  handle: async ({ body, now, newId, setting, commit }) => {
    const timestamp = now.toISOString();
    const id = newWorkspaceId(now, setting(CELL_VARIABLE));
    const workspace: Workspace = { id, ...body, createdAt: timestamp, updatedAt: timestamp };
    const owner = { workspaceId: workspace.id, teamId: null };
    const { statuses, defaultStatus } = newStatuses(owner, now, newId);
    const taken = () =>
      conflict(`Another workspace already uses the slug ${body.slug}.`, 'Choose another slug.');
    await commit(
      [...putWorkspace(workspace, defaultStatus, taken), ...putStatuses(statuses, writeConflict)],
      workspace.id,
      { workspaceId: workspace.id, to: workspace },
    );
    return workspace;
  },
});
