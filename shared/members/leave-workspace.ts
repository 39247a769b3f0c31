import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { endMembership } from './end-membership.ts';
import { memberSchema } from './member.ts';
import { getFormerItem, toMemberJson } from './member-store.ts';
import { memberOrThrow } from './update-member.ts';
import { getMemberItem } from '../auth/membership-store.ts';

export const leaveWorkspace = operation({
  id: 'leaveWorkspace',
  method: 'POST',
  path: `${WORKSPACE_PATH}/leave`,
  tag: 'Members',
  summary: 'Leave the workspace',
  description:
    'Removes the caller from all teams and from the workspace, or declines an invitation. All of their tokens for the workspace are revoked, including the one used for this request, so a repeat returns 401. The last admin cannot leave.',
  scopes: ['members:write'],
  errors: ['conflict'],
  output: memberSchema,
  handle: async ({ caller, ...context }) => {
    const { workspaceId, principalId } = caller;
    return await endMembership(
      memberOrThrow(await getMemberItem(context.read, workspaceId, principalId)),
      context,
    );
  },
  replay: async ({ caller, read, resourceId }) => {
    const [current, former] = await Promise.all([
      getMemberItem(read, caller.workspaceId, resourceId),
      getFormerItem(read, caller.workspaceId, resourceId),
    ]);
    return toMemberJson(memberOrThrow(current ?? former));
  },
});
