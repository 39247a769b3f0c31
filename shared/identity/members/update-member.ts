import { memberOrThrow } from './member-store.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { lastAdmin } from './end-membership.ts';
import { linkInvitedMember } from './enrol-member.ts';
import { memberPatch, memberSchema } from './member.ts';
import { toMember, replaceMember as update } from './member-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Update a member',
  description:
    'Updates the name or the role; a new role takes effect with the next request. The last admin must remain an admin. Setting the email address of a member without one invites that person, by mail as `addMember` does.',
  scopes: ['members:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('member.updated', ['name', 'email', 'role']),
  errors: ['version_conflict', 'conflict'],
  params: { memberId: uuid() },
  body: memberPatch.schema,
  output: memberSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: async ({ body, loaded, read, now, newId, keys, commit }) => {
    const item = memberOrThrow(loaded.member);
    const member = toMember(item);
    if (member.updatedAt !== body.expectedUpdatedAt) throw memberPatch.conflict(member, body);
    const next = nextVersion(member, memberPatch.apply(member, body), now);
    const stale = (current: Item | undefined) =>
      current ? memberPatch.conflict(toMember(current), body) : notFound('member');
    const email = body.email === member.email ? undefined : body.email;
    if (email !== undefined && member.email !== null) throw hasAddress();
    const changes =
      email === undefined
        ? update(next, item, stale, lastAdmin)
        : await linkInvitedMember(read, { next, previous: item, email }, { newId, keys }, stale);
    await commit(next === member ? [] : changes, member.id, { from: member, to: next });
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toMember(memberOrThrow(await getMemberItem(read, caller.workspaceId, resourceId))),
});

const hasAddress = () =>
  conflict(
    'The member already has an email address.',
    'Add the person with the other address as a new member.',
  );
