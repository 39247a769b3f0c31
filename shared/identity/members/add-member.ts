import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import * as z from 'zod';
import { conflict, orNotFound } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { roles } from '../../kernel/core/caller.ts';
import { name } from '../../kernel/core/schema.ts';
import { enrolMember, enrolUninvited } from './enrol-member.ts';
import { email, memberSchema } from './member.ts';
import { isMemberItem, toMember } from './member-store.ts';
import { findUserId } from './user-store.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';

export const addMember = operation({
  id: 'addMember',
  method: 'POST',
  path: `${WORKSPACE_PATH}/members`,
  tag: 'Members',
  summary: 'Add a member',
  description:
    'Adds a person by email address, or by name only to invite them later (for example the reporter of imported stories). The person gets a mail that leads to their account page, where they accept or decline; not if the operator adds them, or mail to the address has bounced. A workspace sends 100 invitations a day, further ones within seven days or not at all. New members have no teams. A former member gets their previous id back, but not their tokens. The operator can create tokens for the member immediately; clients that act for a person across workspaces, such as an AI client, see the workspace once the person accepts.',
  scopes: ['members:write'],
  principals: ['user'],
  role: 'admin',
  audit: audited('member.added', ['email', 'role']),
  status: 201,
  errors: ['quota_exceeded', 'conflict'],
  body: () =>
    z
      .strictObject({
        email: email().optional(),
        name: name(),
        role: z.enum(roles).default('member'),
        sendInvitation: z.boolean().optional().meta({
          description: 'Whether the person is notified by mail, which is the default; false for imports.',
        }),
      })
      .meta({ id: 'AddMemberRequest' }),
  output: memberSchema,
  load: ({ path, body, read }) => ({
    limits: getWorkspaceLimits(read, path.workspaceId),
    userId: body.email === undefined ? Promise.resolve(undefined) : findUserId(read, body.email),
  }),
  handle: async ({ body, loaded, caller, read, now, newId, keys, commit }) => {
    const { email: address, sendInvitation: mailed = true, ...rest } = body;
    assertWithinQuota(loaded.limits, 'members');
    const fields = { workspaceId: caller.workspaceId, ...rest };
    const alreadyMember = () => conflict(`${address} is already a member of this workspace.`);
    const { member, changes } =
      address === undefined
        ? enrolUninvited(fields, { now, newId })
        : await enrolMember(
            read,
            {
              userId: loaded.userId,
              fields: { ...fields, email: address },
              // The operator has obtained the person's consent.
              accepted: caller.kind === 'operator',
              mailed,
            },
            { now, newId, keys },
            alreadyMember,
          );
    await commit(changes, member.id, { to: member });
    return member;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = await getMemberItem(read, caller.workspaceId, resourceId);
    return toMember(orNotFound(isMemberItem(item) ? item : undefined, 'member'));
  },
});
