import { parseForm } from '../../kernel/api/http/form.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import { acceptedBy } from './accepted-by.ts';
import { isMemberItem, memberIdOf, toMember } from '../../identity/members/member-store.ts';
import { getUser, setUserName, type User } from '../../identity/members/user-store.ts';
import { renameAuthor } from '../../feedback/items/rename-author.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getInvitation, putAccount, consumeInvitation } from '../../kernel/auth/account-store.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { PageError } from './page-error.ts';
import type { PageHandler } from './page-route.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';
import { hashPassword, passwordProblem } from './password.ts';
import { assertPasswordSignIn } from './oidc-provider.ts';
import { beginSession } from './session.ts';
import { matchesUserSecret, parseUserSecret, type UserSecret } from '../../kernel/auth/user-secret.ts';
import { assertCsrf, resolveVisitor, type Visitor } from './csrf.ts';
import type { Item } from '../../kernel/core/database.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import { invitationView } from './invitation-view.ts';

/** Viewing an invitation does not consume it: mail programs prefetch links. */
export const showInvitation: PageHandler = async (call) => {
  const found = await invitationOrThrow(call);
  return await invitationResponse(call, { found, visitor: await resolveVisitor(call) });
};

/**
 * Sets the password and the person's public name, accepts the inviting workspace's membership and signs in;
 * once.
 */
export const acceptInvitation: PageHandler = async (call) => {
  const found = await invitationOrThrow(call);
  const { secret, user } = found;
  const form = parseForm(call.request);
  const visitor = await resolveVisitor(call);
  assertCsrf(form, visitor);
  const { password = '', again } = form;
  const name = (form['name'] ?? '').trim();
  const problem =
    ownNameFault(name) ??
    passwordProblem(password, user.email) ??
    (password === again ? undefined : 'password.differ');
  if (problem) return await invitationResponse(call, { found, visitor, problem: { text: problem, name } });
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
  return { ...redirectResponse(DEFAULT_NEXT_PAGE), cookies: await beginSession(user.id, account, call) };
};

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

interface ShownInvitation {
  found: FoundInvitation;
  visitor: Visitor;
  problem?: { text: PlainText; name: string };
}

const invitationResponse = async (
  { request }: WebCall,
  { found: { user, memberItem, workspaceName }, visitor, problem }: ShownInvitation,
): Promise<WebResponse> => ({
  ...invitationView({
    t: await textsFor(request),
    visitor,
    workspaceName,
    email: user.email,
    name: problem?.name ?? user.name ?? toMember(memberItem).name,
    problem: problem?.text,
  }),
  cookies: visitor.cookies,
});
