import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { roles, type Caller } from '../../kernel/core/caller.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import type { OperationContext, PageRequest } from '../../kernel/core/call.ts';
import { findMemberships } from './member-store.ts';
import { workspaceSchema, type Workspace } from '../workspaces/workspace.ts';
import { getWorkspaceItem, toWorkspace } from '../workspaces/workspace-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { memoize } from '../../kernel/core/schema.ts';

const summarySchema = memoize(() => {
  const { id, name, slug } = workspaceSchema().shape;
  return z.object({ id, name, slug, role: z.enum(roles).nullable(), memberId: z.uuid() }).meta({
    id: 'WorkspaceSummary',
    description:
      'A workspace, with the role and id that the caller has there; the role of a service account is null.',
  });
});

export const listWorkspaces = list({
  id: 'listWorkspaces',
  path: '/api/v1/workspaces',
  tag: 'Workspaces',
  summary: 'List workspaces',
  description:
    'Returns the workspaces that the credential can access, newest first: for an OAuth access token, all workspaces that the user has accepted; for any other credential, its own. Requires no scope.',
  scopes: [],
  principals: ['user', 'serviceAccount', 'oauth'],
  item: summarySchema,
  tool: {
    name: 'list_workspaces',
    title: 'List workspaces',
    description: 'Your workspaces, with your role and memberId in each: {}.',
    annotations: readOnly,
  },
  handle: async ({ caller, read, page }) => {
    if (caller.workspaceId === '') return await workspacesOf(caller, { read, page });
    const { workspaceId, principalId: memberId, role } = caller;
    if (page.after !== undefined) return { items: [] };
    const workspace = toWorkspace(orNotFound(await getWorkspaceItem(read, workspaceId), 'workspace'));
    return { items: [{ ...summary(workspace), role, memberId }] };
  },
});

/** A page of the workspaces that a user has accepted; with a team restriction, those of the user's teams among them. */
async function workspacesOf(
  { principalId: userId, restrictedTeamIds }: Caller,
  { read, page: { limit, after } }: Pick<OperationContext, 'read'> & { page: PageRequest },
) {
  const found = await findMemberships(read, userId, { limit: limit + 1, after });
  const shown = found.slice(0, limit);
  const items = await Promise.all(
    shown.map(async ({ workspaceId, memberId }) => {
      const [workspace, membership] = await Promise.all([
        getWorkspaceItem(read, workspaceId),
        readMembership(read, workspaceId, memberId),
      ]);
      // The index may still show an ended membership.
      if (!workspace || !membership?.role || !membership.accepted) return [];
      if (restrictedTeamIds && !restrictedTeamIds.some((id) => membership.teamIds.has(id))) return [];
      return [{ ...summary(toWorkspace(workspace)), role: membership.role, memberId }];
    }),
  );
  return { items: items.flat(), next: found.length > limit ? shown.at(-1)!.workspaceId : undefined };
}

const summary = ({ id, name, slug }: Workspace) => ({ id, name, slug });
