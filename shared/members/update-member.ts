import { notFound } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import { nextVersion } from '../api/patch.ts';
import type { Item } from '../db/table.ts';
import { uuid } from '../lib/schema.ts';
import { lastAdmin } from './end-membership.ts';
import { memberPatch, memberSchema } from './member.ts';
import {
  getMemberItem,
  isMemberItem,
  toMember,
  toMemberJson,
  updateMember as update,
} from './member-store.ts';

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/members/{memberId}`,
  tag: 'Members',
  summary: 'Update a member',
  description:
    'Changes the name or the role; a role counts from the next request on. The last admin stays one.',
  scopes: ['members:write'],
  role: 'admin',
  errors: ['version_conflict', 'conflict'],
  params: { memberId: uuid() },
  body: memberPatch.schema,
  output: memberSchema,
  load: ({ path, read }) => ({ member: getMemberItem(read, path.workspaceId, path.memberId) }),
  handle: async ({ body, loaded, now, commit }) => {
    const item = memberOrThrow(loaded.member);
    const member = toMember(item);
    if (member.updatedAt !== body.expectedUpdatedAt) throw memberPatch.conflict(member, body);
    const next = nextVersion(member, memberPatch.apply(member, body), now);
    const stale = (current: Item | undefined) =>
      current ? memberPatch.conflict(toMember(current), body) : notFound('member');
    await commit(next === member ? [] : update(next, item, stale, lastAdmin), member.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toMemberJson(memberOrThrow(await getMemberItem(read, caller.workspaceId, resourceId))),
});

/** The member, unless the id is of a service account or of nobody in the workspace; else a 404. */
export function memberOrThrow(item: Item | undefined): Item {
  if (!isMemberItem(item)) throw notFound('member');
  return item;
}
