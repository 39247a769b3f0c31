import { randomBytes } from 'node:crypto';
import { putAccount, putInvitation } from '../../../shared/accounts/account-store.ts';
import { hashPassword, passwordProblem } from '../../../shared/accounts/password.ts';
import { newUserSecret, type UserSecret } from '../../../shared/accounts/user-secret.ts';
import { commit } from '../../../shared/db/write.ts';
import { CommandError } from '../command-error.ts';
import type { OperatorContext } from './context.ts';

/** How people come to sign in on the pages. */
export const accountCommands = ({ database, clock }: OperatorContext) => ({
  /** Sets the password of a user, and ends their sessions of before. */
  async setPassword(user: { id: string; email: string }, password: string): Promise<void> {
    const problem = passwordProblem(password, user.email);
    if (problem) throw new CommandError(problem);
    const account = { passwordHash: await hashPassword(password), passwordSetAt: clock().toISOString() };
    await commit(database, [putAccount(user.id, account)]);
  },

  /** Makes the invitation of a user, good once and for seven days; one of before is good no more. */
  async inviteUser(userId: string): Promise<UserSecret> {
    const invitation = newUserSecret(userId, randomBytes);
    await commit(database, [putInvitation(invitation, clock())]);
    return invitation;
  },
});
