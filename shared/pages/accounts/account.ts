import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { isLanguage } from '../../kernel/core/languages.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { listGrants } from '../../kernel/auth/grant-store.ts';
import { execute } from '../../kernel/api/operation/execute.ts';
import { parseParameters } from '../../kernel/api/http/form.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { acceptedBy } from './accepted-by.ts';
import { leaveWorkspace } from '../../identity/members/leave-workspace.ts';
import { getMemberId, listMemberLinks, type MemberLink } from '../../kernel/auth/member-link-store.ts';
import { isMemberItem, memberIdOf, toMember } from '../../identity/members/member-store.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';
import { getUser, setUserLanguage, userEmailIs } from '../../identity/members/user-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { accountDone, type AccountForm, type AccountPage } from './account-audience.ts';
import { accountView } from './account-view.ts';
import { languageCookie } from '../session/cookies.ts';
import { endRecordedSession } from '../session/recorded-session.ts';
import { PageError } from '../session/page-error.ts';
import { listJoinedTeams, listManagedPortals, listPersonWorkspaces } from './person-workspaces.ts';
import { listVisitedPortals } from './visited-portals.ts';
import { preferencesPath, preferencesToken } from '../../identity/mail/preferences-token.ts';
import { sessionAuthority } from '../session/session-authority.ts';
import { storeOwnName } from './store-own-name.ts';
import { textsFor } from '../session/texts-for.ts';
import { backCookies, findWayBack } from './way-back.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { requiredForDeletion } from './reauthentication.ts';
import type { Session } from '../session/session.ts';
import { listSessions } from '../session/session-store.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import type { Item } from '../../kernel/core/database.ts';

/** Account page: the person's public name, workspaces and invitations. */
export const page: AccountPage = {
  formsAnswer: true,
  async show({ call, visitor }, rejected) {
    const { session } = visitor;
    const { done, workspace: doneWorkspaceId } = parseParameters(call.request.query);
    const shown = await shownOf(session, call);
    const view = accountView({
      visitor,
      session,
      ...shown,
      done,
      doneWorkspaceId,
      problem: rejected?.problem && {
        text: rejected.problem.text,
        name: (rejected.form['name'] ?? '').trim(),
      },
    });
    return { ...view, ...(shown.back && { cookies: backCookies(shown.back) }) };
  },
};

/** The data on the page in addition to the name. */
async function shownOf(session: Session, call: WebCall) {
  const { read, now, services } = call;
  const userId = session.user.id;
  const [workspaces, portals, sessions, proof, back, account, grants, t] = await Promise.all([
    listPersonWorkspaces(read, userId),
    listVisitedPortals(userId, call),
    listSessions(read, userId, now),
    requiredForDeletion(session, call),
    findWayBack(call),
    getAccount(read, userId),
    listGrants(read, { id: userId, passwordSetAt: session.passwordSetAt }, now),
    textsFor(call.request),
  ]);
  const withMail = workspaces.map(async (workspace) => {
    const [token, portals, teams] = await Promise.all([
      preferencesToken({ userId, portalId: workspace.workspaceId }, services),
      listManagedPortals(read, workspace),
      listJoinedTeams(read, workspace),
    ]);
    return { ...workspace, mailPath: preferencesPath(token), portals, teams };
  });
  return {
    t,
    workspaces: await Promise.all(withMail),
    portals,
    sessions,
    proof,
    methods: signInMethodsOf(services),
    hasConnections: grants.length > 0,
    isVisitor: workspaces.length === 0,
    hasPassword: account !== undefined,
    back,
  };
}

const saveOwnName: AccountForm = {
  async handle({ call, visitor, t }, form) {
    const name = (form['name'] ?? '').trim();
    const isRemoved = form['remove'] !== undefined;
    const fault = isRemoved ? undefined : ownNameFault(name);
    if (fault) return { form, status: 400, problem: { text: t.text(fault), field: 'name' } };
    await storeOwnName(call, visitor.session.user.id, isRemoved ? undefined : name);
    return accountDone(isRemoved ? 'unnamed' : 'named');
  },
};

const acceptWorkspace: AccountForm = {
  async handle({ call, visitor: { session } }) {
    const link = await linkOf(session.user.id, call);
    await retryOnConflict(async () => {
      const [item, user] = await Promise.all([
        link && getMemberItem(call.read, link.workspaceId, link.memberId),
        getUser(call.read, session.user.id),
      ]);
      if (!isMemberItem(item) || !user) {
        throw new PageError(410, 'error.withdrawn', 'error.withdrawnText');
      }
      const actor = { kind: 'user', id: memberIdOf(item), via: 'portal' } as const;
      const changes = acceptedBy(item, user, call);
      if (changes.length > 0) await commit(call.services.database, [...changes, userEmailIs(user)], actor);
    });
    return accountDone('accepted', link?.workspaceId);
  },
};

/** Leaves a workspace or declines an invitation; idempotent. */
const leaveFromAccount: AccountForm = {
  async handle({ call, visitor: { session } }) {
    const link = await linkOf(session.user.id, call);
    const item = link && (await getMemberItem(call.read, link.workspaceId, link.memberId));
    if (!link || !isMemberItem(item)) return accountDone('left');
    const { acceptedAt } = toMember(item);
    await leave(link, item, session.user.id, call);
    return accountDone(acceptedAt === null ? 'declined' : 'left');
  },
};

/** Ends a membership; throws a PageError for the last admin. */
async function leave(
  link: MemberLink,
  item: Item,
  userId: string,
  { services, request }: WebCall,
): Promise<void> {
  try {
    await execute(services, {
      operation: leaveWorkspace,
      resolveCaller: sessionAuthority(userId, link),
      input: { path: { workspaceId: link.workspaceId }, query: {}, body: undefined },
      claim: undefined,
      source: request,
    });
  } catch (error) {
    const isAdmin = toMember(item).role === 'admin';
    if (!(error instanceof ApiError) || error.code !== 'conflict' || !isAdmin) throw error;
    throw new PageError(409, 'error.lastAdmin', 'error.lastAdminText');
  }
}

/** Leaves every workspace. */
export async function leaveAll(userId: string, call: WebCall): Promise<void> {
  for (const link of await listMemberLinks(call.read, userId)) {
    const item = await getMemberItem(call.read, link.workspaceId, link.memberId);
    if (isMemberItem(item) && toMembership(item).userId === userId) await leave(link, item, userId, call);
  }
}

/** The person's current or former membership in the workspace of the request's path. */
export async function linkOf(
  userId: string,
  { request, read, note }: WebCall,
): Promise<MemberLink | undefined> {
  const { data: workspaceId } = uuid().safeParse(request.parameters['workspaceId']);
  if (workspaceId === undefined) return undefined;
  note({ workspaceId });
  const memberId = await getMemberId(read, userId, workspaceId);
  return memberId === undefined ? undefined : { workspaceId, memberId };
}

/** Ends another session of the person, by the hash of its secret. */
const endOtherSession: AccountForm = {
  async handle({ call, visitor }, form) {
    const hash = form['session'] ?? '';
    if (/^[\w-]{43}$/.test(hash)) {
      const ended = { userId: visitor.session.user.id, text: '', hash };
      await endRecordedSession(ended, 'member.session_ended', call);
    }
    return accountDone('ended');
  },
};

/** Keeps the language that a person chooses, for their mails, and in this browser, as the foot of a portal's pages does. */
const setOwnLanguage: AccountForm = {
  async handle({ call: { request, services }, visitor, page }, { language }) {
    if (!isLanguage(language)) return redirectResponse(page);
    const chosen = setUserLanguage(visitor.session.user.id, language, writeConflict);
    await tryCommit(services.database, [chosen]);
    return { ...redirectResponse(page), cookies: [languageCookie(request, language)] };
  },
};

export const forms = {
  saveOwnName,
  acceptWorkspace,
  leaveFromAccount,
  endOtherSession,
  setOwnLanguage,
};
