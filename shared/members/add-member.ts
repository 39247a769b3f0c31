import * as z from 'zod';
import { conflict, orNotFound, raceLost } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import { roles } from '../auth/caller.ts';
import { name } from '../lib/schema.ts';
import { email, memberSchema, type Member } from './member.ts';
import { findUserId, getMemberItem, isMemberItem, putMember, putUser, toMemberJson } from './member-store.ts';

export const addMember = operation({
  id: 'addMember',
  method: 'POST',
  path: `${WORKSPACE_PATH}/members`,
  tag: 'Members',
  summary: 'Add a member',
  description:
    'Adds a person by e-mail address. They start without teams; one who comes back has the id of before, but none of the tokens.',
  scopes: ['members:write'],
  role: 'admin',
  status: 201,
  errors: ['conflict'],
  body: z
    .strictObject({ email: email(), name: name(), role: z.enum(roles).default('member') })
    .meta({ id: 'MemberCreate' }),
  output: memberSchema,
  load: ({ body, read }) => ({ userId: findUserId(read, body.email) }),
  handle: async ({ path, body, loaded, caller, now, newId, commit }) => {
    const userId = loaded.userId ?? newId();
    const timestamp = now.toISOString();
    const member: Member = {
      id: userId,
      workspaceId: path.workspaceId,
      ...body,
      createdAt: timestamp,
      updatedAt: timestamp,
      removedAt: null,
    };
    const alreadyMember = () => conflict(`${body.email} is a member of this workspace already.`);
    await commit(
      [
        ...putMember({ ...member, workspaceId: caller.workspaceId }, alreadyMember),
        ...(loaded.userId ? [] : putUser({ id: userId, name: body.name, email: body.email }, raceLost)),
      ],
      userId,
    );
    return member;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getMemberItem(read, caller.workspaceId, resourceId);
    return toMemberJson(orNotFound(isMemberItem(item) ? item : undefined, 'member'));
  },
});
