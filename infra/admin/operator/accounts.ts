import { randomBytes } from 'node:crypto';
import { deleteInvitation, putAccount, putInvitation } from '../../../shared/accounts/account-store.ts';
import { hashPassword, passwordProblem } from '../../../shared/accounts/password.ts';
import { newUserSecret, type UserSecret } from '../../../shared/accounts/user-secret.ts';
import { commit } from '../../../shared/db/write.ts';
import { getMembership } from '../../../shared/members/member-store.ts';
import { CommandError } from '../command-error.ts';
import type { OperatorContext } from './context.ts';
import type { Membership } from './members.ts';

/** How people come to sign in on the pages. */
export const accountCommands = ({ database, read, clock }: OperatorContext) => ({
  /** Sets the password of a user. Ends their sessions and connected programs of before, and takes back a link. */
  async setPassword(user: { id: string; email: string }, password: string): Promise<void> {
    const problem = passwordProblem(password, user.email);
    if (problem) throw new CommandError(problem);
    const account = { passwordHash: await hashPassword(password), passwordSetAt: clock().toISOString() };
    await commit(database, [putAccount(user.id, account), deleteInvitation(user.id)]);
  },

  /**
   * Makes the invitation of a member, good once and for seven days, as long as they are a member; one of before
   * is good no more.
   */
  async inviteMember({ workspaceId, id }: Pick<Membership, 'workspaceId' | 'id'>): Promise<UserSecret> {
    const membership = await getMembership(read, workspaceId, id);
    if (!membership) throw new CommandError('They are no member of this workspace.');
    const invitation = newUserSecret(id, randomBytes);
    const place = { workspaceId, memberSince: membership.since };
    await commit(database, [putInvitation(invitation, place, clock())]);
    return invitation;
  },
});
