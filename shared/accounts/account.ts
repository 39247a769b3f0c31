import { ApiError } from '../core/errors.ts';
import { execute } from '../api/operation/execute.ts';
import { parseForm, parseParameters, type Form } from '../api/http/form.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import type { WebResponse, WebCall } from '../api/operation/web-route.ts';
import { commit } from '../db/write.ts';
import { renameAuthor } from '../feedback/rename-author.ts';
import { uuid } from '../core/schema.ts';
import { acceptMembership } from '../members/accept-membership.ts';
import { leaveWorkspace } from '../members/leave-workspace.ts';
import { getMemberId, type MemberLink } from '../auth/member-link-store.ts';
import { isMemberItem, memberIdOf, toMember } from '../members/member-store.ts';
import { ownNameProblem } from './own-name.ts';
import { setUserName } from '../members/user-store.ts';
import { redirectResponse } from '../pages/page.ts';
import { accountPage, type Notice } from './account-page.ts';
import { DEFAULT_NEXT_PAGE, signInPath } from './next-page.ts';
import { PageError } from './page-error.ts';
import { pageRoute } from './page-route.ts';
import { listPlaces } from './places.ts';
import { sessionAuthority } from './session-authority.ts';
import type { Session } from './session.ts';
import { assertCsrf, resolveVisitor, type Visitor } from './csrf.ts';
import { getMemberItem } from '../auth/membership-store.ts';

/** Account page: the person's public name, workspaces and invitations. */
export const showAccount = pageRoute({
  id: 'showAccount',
  method: 'GET',
  path: DEFAULT_NEXT_PAGE,
  handle: async (call) => {
    const visitor = await resolveVisitor(call);
    const { session } = visitor;
    if (!session) return redirectResponse(signInPath(DEFAULT_NEXT_PAGE));
    const places = await listPlaces(call.read, session.user.id);
    const { done } = parseParameters(call.request.query);
    return accountPage({ visitor, session, places, done });
  },
});

interface Sent {
  form: Form;
  visitor: Visitor;
  session: Session;
}

/** A form of the page: only from this browser and by the signed-in user. */
const accountForm = (id: string, path: string, handle: (call: WebCall, sent: Sent) => Promise<WebResponse>) =>
  pageRoute({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const form = parseForm(call.request);
      const visitor = await resolveVisitor(call);
      assertCsrf(form, visitor);
      const { session } = visitor;
      if (!session) return redirectResponse(signInPath(DEFAULT_NEXT_PAGE));
      call.note({ userId: session.user.id });
      return await handle(call, { form, visitor, session });
    },
  });

const done = (notice: Notice): WebResponse => redirectResponse(`${DEFAULT_NEXT_PAGE}?done=${notice}`);

export const saveOwnName = accountForm(
  'saveOwnName',
  `${DEFAULT_NEXT_PAGE}/name`,
  async (call, { form, visitor, session }) => {
    const name = (form['name'] ?? '').trim();
    const text = ownNameProblem(name);
    if (text) {
      const places = await listPlaces(call.read, session.user.id);
      return accountPage({ visitor, session, places, problem: { text, name } });
    }
    await commit(call.services.database, [setUserName(session.user.id, name)]);
    const { read, services, now } = call;
    await renameAuthor(
      { read, write: (changes) => commit(services.database, changes) },
      session.user.id,
      now,
    );
    return done('named');
  },
);

export const acceptWorkspace = accountForm(
  'acceptWorkspace',
  `${DEFAULT_NEXT_PAGE}/workspaces/{workspaceId}/accept`,
  async (call, { session }) => {
    const link = await linkOf(session.user.id, call);
    await retryOnConflict(async () => {
      const item = link && (await getMemberItem(call.read, link.workspaceId, link.memberId));
      if (!isMemberItem(item)) {
        throw new PageError(410, 'This invitation is no longer valid', 'The workspace has withdrawn it.');
      }
      const actor = { kind: 'user', id: memberIdOf(item), via: 'portal' } as const;
      await commit(call.services.database, acceptMembership(item, call.now), actor);
    });
    return done('accepted');
  },
);

/** Leaves a workspace or declines an invitation; idempotent. */
export const leaveFromAccount = accountForm(
  'leaveFromAccount',
  `${DEFAULT_NEXT_PAGE}/workspaces/{workspaceId}/leave`,
  async (call, { session }) => {
    const link = await linkOf(session.user.id, call);
    const item = link && (await getMemberItem(call.read, link.workspaceId, link.memberId));
    if (!link || !isMemberItem(item)) return done('left');
    const { acceptedAt, role } = toMember(item);
    try {
      await execute(call.services, {
        operation: leaveWorkspace,
        resolveCaller: sessionAuthority(session.user.id, link),
        input: { path: { workspaceId: link.workspaceId }, query: {}, body: undefined },
        claim: undefined,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict' || role !== 'admin') throw error;
      throw new PageError(409, 'You are its last admin', 'Make another member an admin first.');
    }
    return done(acceptedAt === null ? 'declined' : 'left');
  },
);

/** The person's current or former membership in the workspace of the request's path. */
async function linkOf(userId: string, { request, read, note }: WebCall): Promise<MemberLink | undefined> {
  const { data: workspaceId } = uuid().safeParse(request.parameters['workspaceId']);
  if (workspaceId === undefined) return undefined;
  note({ workspaceId });
  const memberId = await getMemberId(read, userId, workspaceId);
  return memberId === undefined ? undefined : { workspaceId, memberId };
}
