import * as z from 'zod';
import { WithSecret } from '../../kernel/core/call.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { personOrThrow } from '../../identity/members/get-person.ts';
import { INVITATION_LIFETIME_MS, putInvitation } from '../../kernel/auth/account-store.ts';
import { newUserSecret } from '../../kernel/auth/user-secret.ts';

export const inviteMember = operatorOperation({
  id: 'inviteMember',
  summary:
    'Create the secret of a link with which a member sets their password, once and within seven days; replaces earlier links',
  inWorkspace: true,
  audit: audited('member.invited', []),
  body: () => z.strictObject({ memberId: uuid() }),
  output: () => z.object({ expiresAt: timestamp() }),
  handle: async ({ path: { workspaceId }, body: { memberId }, read, now, randomBytes, commit }) => {
    const { userId, since } = await personOrThrow(read, { workspaceId, memberId });
    const invitation = newUserSecret(userId, randomBytes);
    await commit([putInvitation(invitation, { workspaceId, memberId, memberSince: since }, now)], memberId);
    const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString();
    return new WithSecret({ expiresAt }, invitation.text);
  },
});
