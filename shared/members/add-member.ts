import * as z from 'zod';
import { conflict, orNotFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { roles } from '../core/caller.ts';
import { name } from '../core/schema.ts';
import { enrolMember, enrolUninvited } from './enrol-member.ts';
import { email, memberSchema } from './member.ts';
import { isMemberItem, toMemberJson } from './member-store.ts';
import { findUserId } from './user-store.ts';
import { getMemberItem } from '../auth/membership-store.ts';

export const addMember = operation({
  id: 'addMember',
  method: 'POST',
  path: `${WORKSPACE_PATH}/members`,
  tag: 'Members',
  summary: 'Add a member',
  description:
    'Adds a person by e-mail address, or by name alone where nobody is to be invited yet, such as the reporter of imported stories. They start without teams; one who comes back has the id of before, but none of the tokens. The workspace can make tokens for them at once; what acts for the person across workspaces, such as their AI client, counts it once they accept.',
  scopes: ['members:write'],
  role: 'admin',
  status: 201,
  errors: ['conflict'],
  body: z
    .strictObject({ email: email().optional(), name: name(), role: z.enum(roles).default('member') })
    .meta({ id: 'MemberCreate' }),
  output: memberSchema,
  load: ({ body, read }) => ({
    userId: body.email === undefined ? Promise.resolve(undefined) : findUserId(read, body.email),
  }),
  handle: async ({ body, loaded, caller, read, now, newId, commit }) => {
    const { email: address, ...rest } = body;
    const fields = { workspaceId: caller.workspaceId, ...rest };
    const alreadyMember = () => conflict(`${address} is a member of this workspace already.`);
    const { member, changes } =
      address === undefined
        ? enrolUninvited(fields, { now, newId })
        : await enrolMember(
            read,
            {
              userId: loaded.userId,
              fields: { ...fields, email: address },
              // Whoever runs the service has asked them.
              accepted: caller.kind === 'operator',
            },
            { now, newId },
            alreadyMember,
          );
    await commit(changes, member.id);
    return member;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getMemberItem(read, caller.workspaceId, resourceId);
    return toMemberJson(orNotFound(isMemberItem(item) ? item : undefined, 'member'));
  },
});
