import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { MY_WORK } from '../../planning/paths/page-paths.ts';
import { acceptedBy } from './accepted-by.ts';
import { isMemberItem, memberIdOf, toMember } from '../../identity/members/member-store.ts';
import { getUser, setUserName, type User } from '../../identity/members/user-store.ts';
import { renameAuthor } from '../../feedback/items/rename-author.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getInvitation, putAccount, consumeInvitation } from '../../kernel/auth/account-store.ts';
import type { FormCode, PageCode } from '../kit/page.ts';
import { PageError } from '../session/page-error.ts';
import { linkHolders, type LinkHolder } from './open-audiences.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';
import { hashPassword, passwordProblem } from '../session/password.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import { beginSession } from '../session/session.ts';
import { matchesUserSecret, parseUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import { resolveVisitor, type Visitor } from '../session/csrf.ts';
import type { Item } from '../../kernel/core/database.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import { invitationView } from './invitation-view.ts';

/** Anyone who has the link of an invitation. */
export const invited = linkHolders(invitationOrThrow, resolveVisitor);

type Invited = LinkHolder<FoundInvitation> & { visitor: Visitor };

/** Viewing an invitation does not consume it: mail programs prefetch links. */
export const page: PageCode<Invited> = {
  formsAnswer: true,
  async show({ visitor, t, link: { user, memberItem, workspaceName } }, rejected) {
    const name = rejected ? nameIn(rejected.form) : (user.name ?? toMember(memberItem).name);
    const view = invitationView({
      t,
      visitor,
      workspaceName,
      email: user.email,
      name,
      problem: rejected?.problem?.name,
    });
    return { ...view, cookies: visitor.cookies };
  },
};

const nameIn = (form: Form): string => (form['name'] ?? '').trim();

/**
 * Sets the password and the person's public name, accepts the inviting workspace's membership and signs in;
 * once.
 */
const acceptInvitation: FormCode<Invited> = {
  async handle({ call, t, link: { secret, user } }, form) {
    const { password = '', again: repeated } = form;
    const name = nameIn(form);
    const problem =
      ownNameFault(name) ??
      passwordProblem(password, user.email) ??
      (password === repeated ? undefined : 'password.differ');
    if (problem) return { form, status: 400, problem: { text: t.text(problem), name: problem } };
    const account = { passwordHash: await hashPassword(password), passwordSetAt: call.now.toISOString() };
    await retryOnConflict(async () => {
      const { memberItem } = await invitationOrThrow(call);
      const changes = [
        consumeInvitation(secret, gone),
        putAccount(user.id, account),
        setUserName(user.id, name),
        recordAct(user.id, call, { type: 'member.password_changed' }),
        ...acceptedBy(memberItem, user, call),
      ];
      const actor = { kind: 'user', id: memberIdOf(memberItem), via: 'portal' } as const;
      await commit(call.services.database, changes, actor);
    });
    const { read, services, now } = call;
    await renameAuthor({ read, write: (changes) => commit(services.database, changes) }, user.id, now);
    return { ...redirectResponse(MY_WORK), cookies: await beginSession(user.id, account, call) };
  },
};

export const forms = { acceptInvitation };

/** The same error for a link that never existed, was used, has expired, or was replaced or withdrawn. */
const gone = () => new PageError(410, 'error.link', 'error.invitationLinkText');

interface FoundInvitation {
  secret: UserSecret;
  user: User;
  /** The membership that the invitation is for. */
  memberItem: Item;
  workspaceName: string;
}

async function invitationOrThrow(call: WebCall): Promise<FoundInvitation> {
  assertPasswordSignIn(call.services);
  const secret = parseUserSecret(call.request.parameters['invitation'] ?? '');
  if (!secret) throw gone();
  const [invitation, user] = await Promise.all([
    getInvitation(call.read, secret.userId),
    getUser(call.read, secret.userId),
  ]);
  const good =
    invitation && matchesUserSecret(secret, invitation.hash) && invitation.expiresAt > call.now.getTime();
  if (!good || !user) throw gone();
  const { workspaceId, memberId, memberSince } = invitation;
  const [memberItem, workspace] = await Promise.all([
    getMemberItem(call.read, workspaceId, memberId),
    getWorkspaceItem(call.read, workspaceId),
  ]);
  if (!isMemberItem(memberItem) || toMembership(memberItem).since !== memberSince || !workspace) throw gone();
  call.note({ userId: user.id });
  return { secret, user, memberItem, workspaceName: toWorkspace(workspace).name };
}
