import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { endMembership } from './end-membership.ts';
import { memberOrThrow } from './member-store.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';

export const leaveWorkspace = operation({
  id: 'leaveWorkspace',
  method: 'POST',
  path: `${WORKSPACE_PATH}/leave`,
  tag: 'Members',
  summary: 'Leave the workspace',
  description:
    'Removes the caller from all teams and from the workspace, or declines an invitation. All of their tokens for the workspace are revoked, including the one used for this request, so a repeat returns 401. The last admin cannot leave.',
  scopes: ['members:write'],
  principals: ['user'],
  audit: audited('member.left', ['role']),
  errors: ['conflict'],
  output: deletedSchema,
  handle: async ({ caller, ...context }) => {
    const { workspaceId, principalId } = caller;
    const item = memberOrThrow(await getMemberItem(context.read, workspaceId, principalId));
    const { id } = await endMembership(item, context);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId }) => ({ id: resourceId, deleted: true as const }),
});
