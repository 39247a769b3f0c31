import * as z from 'zod';
import { list } from '../api/operation/operation.ts';
import { readOnly } from '../api/operation/tool-declaration.ts';
import { roles } from '../core/caller.ts';
import { findMemberships } from '../members/member-store.ts';
import { workspaceSchema, type Workspace } from '../workspaces/workspace.ts';
import { getWorkspaceItem, toWorkspace } from '../workspaces/workspace-store.ts';
import { getMembership } from '../auth/membership-store.ts';

const { id, name, slug } = workspaceSchema.shape;

/** Available only as a tool: a machine token has one workspace, which getCaller returns. */
export const listWorkspaces = list({
  id: 'listWorkspaces',
  path: '/mcp/workspaces',
  tag: 'Workspaces',
  summary: 'List workspaces',
  scopes: [],
  item: z.object({ id, name, slug, role: z.enum(roles), memberId: z.uuid() }),
  tool: {
    name: 'list_workspaces',
    title: 'List workspaces',
    description:
      'The workspaces you are a member of, with your role and your memberId (as in assigneeId) in each.',
    annotations: readOnly,
  },
  handle: async ({ caller: { principalId }, read, page: { limit, after } }) => {
    const found = await findMemberships(read, principalId, { limit: limit + 1, after });
    const shown = found.slice(0, limit);
    const items = await Promise.all(
      shown.map(async ({ workspaceId, memberId }) => {
        const [workspace, membership] = await Promise.all([
          getWorkspaceItem(read, workspaceId),
          getMembership(read, workspaceId, memberId),
        ]);
        // The index may still show an ended membership.
        if (!workspace || !membership?.role || !membership.accepted) return [];
        return [{ ...summary(toWorkspace(workspace)), role: membership.role, memberId }];
      }),
    );
    return { items: items.flat(), next: found.length > limit ? shown.at(-1)!.workspaceId : undefined };
  },
});

const summary = ({ id, name, slug }: Workspace) => ({ id, name, slug });
