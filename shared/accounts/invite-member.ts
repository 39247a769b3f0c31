import * as z from 'zod';
import { WithSecret } from '../api/call.ts';
import { operatorOperation } from '../api/operator-operation.ts';
import { timestamp, uuid } from '../lib/schema.ts';
import { personOrThrow } from '../members/get-person.ts';
import { INVITATION_LIFETIME, putInvitation } from './account-store.ts';
import { newUserSecret } from './user-secret.ts';

export const inviteMember = operatorOperation({
  id: 'inviteMember',
  summary:
    'Make the secret of a link by which a member sets their password, once and within seven days; one of before is good no more',
  inWorkspace: true,
  body: z.strictObject({ memberId: uuid() }),
  output: z.object({ expiresAt: timestamp() }),
  handle: async ({ path: { workspaceId }, body: { memberId }, read, now, randomBytes, commit }) => {
    const { userId, since } = await personOrThrow(read, { workspaceId, memberId });
    const invitation = newUserSecret(userId, randomBytes);
    await commit([putInvitation(invitation, { workspaceId, memberId, memberSince: since }, now)], memberId);
    const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME).toISOString();
    return new WithSecret({ expiresAt }, invitation.text);
  },
});
