import * as z from 'zod';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { notFound, orNotFound } from '../../kernel/core/errors.ts';
import { getTokenPolicyOf, tokenPolicySchema, toTokenPolicy } from './token-policy.ts';
import { getWorkspaceItem, setMemberTokens, toWorkspace } from './workspace-store.ts';

export const updateTokenPolicy = operation({
  id: 'updateTokenPolicy',
  method: 'PUT',
  path: `${WORKSPACE_PATH}/token-policy`,
  tag: 'Tokens',
  summary: 'Set the token policy',
  description:
    'Allows or forbids that members and guests create personal access tokens of their own. Tokens that exist are not affected: list and revoke them.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('workspace.updated', ['memberTokens']),
  body: () => z.strictObject(tokenPolicySchema().shape).meta({ id: 'UpdateTokenPolicyRequest' }),
  output: tokenPolicySchema,
  load: ({ path, read }) => ({ workspace: getWorkspaceItem(read, path.workspaceId) }),
  handle: async ({ body, loaded, caller, commit }) => {
    const item = orNotFound(loaded.workspace, 'workspace');
    const from = toTokenPolicy(item);
    const change = setMemberTokens(caller.workspaceId, body.memberTokens, () => notFound('workspace'));
    await commit(from.memberTokens === body.memberTokens ? [] : [change], caller.workspaceId, {
      from,
      to: body,
      name: toWorkspace(item).name,
    });
    return body;
  },
  replay: async ({ read, resourceId }) => await getTokenPolicyOf(read, resourceId),
});
