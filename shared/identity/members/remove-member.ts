import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { endMembership } from './end-membership.ts';
import { memberOrThrow, toMember } from './member-store.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'Removes a person from all teams and from the workspace. Their tokens are permanently revoked, even if they are added again. Stories and comments keep naming them, and getMember still returns them. The last admin cannot be removed.',
  scopes: ['members:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('member.removed', ['role']),
  errors: ['conflict'],
  ifMatch: true,
  params: { memberId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: async ({ loaded, ...context }) => {
    const item = memberOrThrow(loaded.member);
    context.assertMatch(toMember(item));
    const { id } = await endMembership(item, context);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId }) => ({ id: resourceId, deleted: true as const }),
});
