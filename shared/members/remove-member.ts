import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { endMembership } from './end-membership.ts';
import { memberSchema } from './member.ts';
import { getFormerItem, toMemberJson } from './member-store.ts';
import { memberOrThrow } from './update-member.ts';
import { getMemberItem } from '../auth/membership-store.ts';

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Removes a person from all teams and from the workspace. Their tokens are permanently revoked, even if they are added again. Stories and comments keep naming them, and getMember still returns them. The last admin cannot be removed.',
  scopes: ['members:write'],
  role: 'admin',
  errors: ['conflict'],
  params: { memberId: uuid() },
  output: memberSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: ({ loaded, ...context }) => endMembership(memberOrThrow(loaded.member), context),
  replay: async ({ caller, read, resourceId }) => {
    const [current, former] = await Promise.all([
      getMemberItem(read, caller.workspaceId, resourceId),
      getFormerItem(read, caller.workspaceId, resourceId),
    ]);
    return toMemberJson(memberOrThrow(current ?? former));
  },
});
