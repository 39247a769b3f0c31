import * as z from 'zod';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { workspaceSchema } from './workspace.ts';
import { findWorkspaceId, getWorkspaceItem, toWorkspace } from './workspace-store.ts';

export const findWorkspace = operatorOperation({
  id: 'findWorkspace',
  summary: 'Find a workspace by slug or id; null if it does not exist',
  inWorkspace: false,
  body: () => z.strictObject({ slugOrId: z.string() }),
  output: () => workspaceSchema().nullable(),
  handle: async ({ body: { slugOrId }, read }) => {
    const [idOfSlug, itemOfId] = await Promise.all([
      findWorkspaceId(read, slugOrId),
      getWorkspaceItem(read, slugOrId.toLowerCase()),
    ]);
    const item = idOfSlug === undefined ? itemOfId : await getWorkspaceItem(read, idOfSlug);
    return item ? toWorkspace(item) : null;
  },
});
