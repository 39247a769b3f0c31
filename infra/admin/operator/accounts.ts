import { randomBytes } from 'node:crypto';
import { deleteInvitation, putAccount, putInvitation } from '../../../shared/accounts/account-store.ts';
import { hashPassword, passwordProblem } from '../../../shared/accounts/password.ts';
import { newUserSecret, type UserSecret } from '../../../shared/accounts/user-secret.ts';
import { commit } from '../../../shared/db/write.ts';
import { getMembership } from '../../../shared/members/member-store.ts';
import { renameAuthor } from '../../../shared/feedback/rename-author.ts';
import { setUserName } from '../../../shared/members/user-store.ts';
import { CommandError } from '../command-error.ts';
import type { OperatorContext } from './context.ts';
import type { Membership } from './members.ts';

/** How people come to sign in on the pages. */
export const accountCommands = ({ database, read, clock }: OperatorContext) => ({
  /**
   * Sets the password of the person who is a member, for all their workspaces. Ends their sessions and connected
   * programs of before, and takes back a link.
   */
  async setPassword(
    member: Pick<Membership, 'workspaceId' | 'id' | 'email'>,
    password: string,
  ): Promise<void> {
    const problem = passwordProblem(password, member.email ?? '');
    if (problem) throw new CommandError(problem);
    const { userId } = await this.personOf(member);
    const account = { passwordHash: await hashPassword(password), passwordSetAt: clock().toISOString() };
    await commit(database, [putAccount(userId, account), deleteInvitation(userId)]);
  },

  /**
   * Makes the invitation of a member, good once and for seven days, as long as they are a member; one of before
   * is good no more.
   */
  async inviteMember(member: Pick<Membership, 'workspaceId' | 'id'>): Promise<UserSecret> {
    const { userId, since } = await this.personOf(member);
    const invitation = newUserSecret(userId, randomBytes);
    const place = { workspaceId: member.workspaceId, memberId: member.id, memberSince: since };
    await commit(database, [putInvitation(invitation, place, clock())]);
    return invitation;
  },

  /** Who a member is outside of the workspace, and since when they are in it. */
  async personOf({
    workspaceId,
    id,
  }: Pick<Membership, 'workspaceId' | 'id'>): Promise<{ userId: string; since: string | undefined }> {
    const membership = await getMembership(read, workspaceId, id);
    if (!membership?.userId) throw new CommandError('They are no member of this workspace.');
    return { userId: membership.userId, since: membership.since };
  },

  /** Says what a person is called outside of their workspaces, on feedback portals; else they say so themself. */
  async setOwnName(member: Pick<Membership, 'workspaceId' | 'id'>, name: string): Promise<void> {
    const { userId } = await this.personOf(member);
    await commit(database, [setUserName(userId, name)]);
    await renameAuthor(database, userId, clock());
  },
});
