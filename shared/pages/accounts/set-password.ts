import * as z from 'zod';
import { ApiError } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { recordOperatorAct } from '../../identity/audit/account-act-store.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { personOrThrow } from '../../identity/members/get-person.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { deleteInvitation, putAccount } from '../../kernel/auth/account-store.ts';
import { credentials } from '../messages/en/credentials.ts';
import { hashPassword, passwordProblem } from '../session/password.ts';

export const setPassword = operatorOperation({
  id: 'setPassword',
  summary:
    'Set the password of the person behind a member, for all their workspaces; ends their sessions, OAuth grants and invitation',
  inWorkspace: true,
  body: () => z.strictObject({ memberId: uuid(), password: z.string() }),
  output: () => z.object({ email: z.string() }),
  handle: async ({ path: { workspaceId }, body: { memberId, password }, read, now, commit }) => {
    const { userId } = await personOrThrow(read, { workspaceId, memberId });
    const { email } = (await getUser(read, userId))!;
    const problem = passwordProblem(password, email);
    if (problem)
      throw new ApiError('invalid_request', credentials[problem], { hint: 'Choose another password.' });
    const account = { passwordHash: await hashPassword(password), passwordSetAt: now.toISOString() };
    const record = recordOperatorAct(userId, 'member.password_changed', now);
    await commit([putAccount(userId, account), deleteInvitation(userId), record], memberId);
    return { email };
  },
});
