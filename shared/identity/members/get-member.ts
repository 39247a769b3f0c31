import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { memberSchema } from './member.ts';
import { canSeeMember } from './member-access.ts';
import { getFormerItem, isMemberItem, toMember } from './member-store.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';

export const getMember = operation({
  id: 'getMember',
  method: 'GET',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Get a member',
  description:
    'Also returns removed members, so that everyone named in stories and comments can be resolved. Guests can see themselves and the members of their teams.',
  scopes: ['members:read'],
  params: { memberId: uuid() },
  output: memberSchema,
  load: ({ path: { workspaceId, memberId }, read }) => ({
    member: getMemberItem(read, workspaceId, memberId),
    former: getFormerItem(read, workspaceId, memberId),
  }),
  handle: async ({ loaded, caller }) => {
    const found = isMemberItem(loaded.member) ? loaded.member : loaded.former;
    if (!isMemberItem(found) || !canSeeMember(caller, found)) throw notFound('member');
    return toMember(found);
  },
});
