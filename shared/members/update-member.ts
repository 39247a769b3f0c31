import { conflict, notFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { nextVersion } from '../api/operation/patch.ts';
import { uuid } from '../core/schema.ts';
import { lastAdmin } from './end-membership.ts';
import { inviteMember } from './enrol-member.ts';
import { memberPatch, memberSchema } from './member.ts';
import { isMemberItem, toMember, toMemberJson, updateMember as update } from './member-store.ts';
import type { Item } from '../core/database.ts';
import { getMemberItem } from '../auth/membership-store.ts';

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Update a member',
  description:
    'Changes the name or the role; a role counts from the next request on. The last admin stays one. Sets the address of a member who has none, which invites the person who has it.',
  scopes: ['members:write'],
  role: 'admin',
  errors: ['version_conflict', 'conflict'],
  params: { memberId: uuid() },
  body: memberPatch.schema,
  output: memberSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: async ({ body, loaded, read, now, newId, commit }) => {
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
        : await inviteMember(read, { next, previous: item, email }, newId, stale);
    await commit(next === member ? [] : changes, member.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toMemberJson(memberOrThrow(await getMemberItem(read, caller.workspaceId, resourceId))),
});

const hasAddress = () =>
  conflict('The member has an address already.', 'Add the person of another address as another member.');

/** The member, unless the id is of a service account or of nobody in the workspace; else a 404. */
export function memberOrThrow(item: Item | undefined): Item {
  if (!isMemberItem(item)) throw notFound('member');
  return item;
}
