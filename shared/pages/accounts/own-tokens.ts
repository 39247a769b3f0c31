import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Role } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { allScopes, readScopes } from '../../kernel/core/scopes.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getTeamItem, toTeam } from '../../identity/teams/team-store.ts';
import { createToken } from '../../identity/tokens/create-token.ts';
import { listTokens } from '../../identity/tokens/list-tokens.ts';
import { revokeToken } from '../../identity/tokens/revoke-token.ts';
import { getTokenPolicyOf } from '../../identity/workspaces/token-policy.ts';
import type { Token } from '../../identity/tokens/token.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { ownTokensPath } from './account-paths.ts';
import { linkOf } from './account.ts';
import { accountForm } from './account-form.ts';
import { resolveVisitor, type Visitor } from './csrf.ts';
import { signInPath } from './next-path.ts';
import { newTokenView } from './new-token-view.ts';
import { ownTokensView } from './own-tokens-view.ts';
import type { TokenChoice } from './token-form-view.ts';
import { textsFor } from '../messages/texts-for.ts';
import { refusalText } from './refusal-text.ts';
import { PageError } from './page-error.ts';
import type { PageHandler } from './page-route.ts';
import { runAsMember, type ActingMember } from './run-as-member.ts';
import type { Session } from './session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The page of a person's own tokens for a workspace. */
export const showOwnTokens: PageHandler = async (call) => {
  const visitor = await resolveVisitor(call);
  const { session } = visitor;
  const workspaceId = call.request.parameters['workspaceId'] ?? '';
  if (!session) return redirectResponse(signInPath(ownTokensPath(workspaceId)));
  return await showTokens(call, { visitor, session });
};

/** Creates a token with the rights that the form names, and shows its secret once. */
export const createOwnToken = accountForm(async (call, { form, visitor, session }) => {
  const link = await ownLink(session, call);
  const choice = choiceOf(form);
  const undecided = undecidedText(choice);
  if (undecided !== undefined) {
    const text = (await textsFor(call.request)).text(undecided);
    // The scopes are hidden from those who chose to read everything.
    const shown = { ...choice, readOnly: false };
    return await showTokens(call, { visitor, session, problem: { status: 400, text, choice: shown } });
  }
  try {
    const { data, secret } = await runAsMember(createToken, {
      call,
      member: memberOf(session, link),
      body: tokenBody(choice, call.now),
      nonce: form['nonce'],
    });
    return newTokenView({
      t: await textsFor(call.request),
      visitor,
      workspaceId: link.workspaceId,
      token: data as Token,
      secret: secret as string,
      baseUrl: call.services.baseUrl(),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 429) throw error;
    const problem = {
      status: error.status,
      text: refusalText(error, await textsFor(call.request)),
      choice,
    };
    return await showTokens(call, { visitor, session, problem });
  }
});

/** Revokes one of the person's tokens; idempotent. */
export const revokeOwnToken = accountForm(async (call, { form, session }) => {
  const link = await ownLink(session, call);
  const tokenId = form['token'];
  await runAsMember(revokeToken, { call, member: memberOf(session, link), path: { tokenId } });
  return redirectResponse(`${ownTokensPath(link.workspaceId)}?done=revoked`);
});

interface Shown {
  visitor: Visitor;
  session: Session;
  problem?: { status: number; text: string; choice: TokenChoice };
}

async function showTokens(call: WebCall, { visitor, session, problem }: Shown): Promise<WebResponse> {
  const { read, now, request } = call;
  const link = await ownLink(session, call);
  const { workspaceId, role, teamIds } = link;
  const { done, cursor } = parseParameters(request.query);
  const query = cursor === undefined || request.method !== 'GET' ? {} : { cursor };
  const [t, item, policy, teams, { data, meta }] = await Promise.all([
    textsFor(request),
    getWorkspaceItem(read, workspaceId),
    getTokenPolicyOf(read, workspaceId),
    Promise.all([...teamIds].map((id) => getTeamItem(read, id))),
    runAsMember(listTokens, { call, member: memberOf(session, link), query }),
  ]);
  return ownTokensView({
    t,
    visitor,
    workspace: { id: workspaceId, name: item ? toWorkspace(item).name : '' },
    tokens: data as Token[],
    nextCursor: meta?.nextCursor ?? null,
    teams: teams.flatMap((team) => (team ? [toTeam(team)] : [])),
    mayCreate: policy.memberTokens === 'allowed' || role === 'admin',
    nonce: newId(now),
    revoked: done === 'revoked',
    now,
    problem,
  });
}

interface OwnLink extends MemberLink {
  role: Role;
  teamIds: ReadonlySet<string>;
}

/** The person's membership in the workspace of the path; throws a 404 unless they have accepted it. */
async function ownLink(session: Session, call: WebCall): Promise<OwnLink> {
  const link = await linkOf(session.user.id, call);
  const membership = link && (await readMembership(call.read, link.workspaceId, link.memberId));
  if (!membership?.role || !membership.accepted || membership.userId !== session.user.id) {
    throw new PageError(404, 'error.noWorkspace', 'error.noWorkspaceText');
  }
  return { ...link!, role: membership.role, teamIds: membership.teamIds };
}

const memberOf = (session: Session, { workspaceId, memberId }: MemberLink): ActingMember => ({
  userId: session.user.id,
  workspaceId,
  memberId,
});

/** Parses a form's choice: all read scopes, or the ticked ones. */
function choiceOf(form: Form): TokenChoice {
  const ticked = (kind: 'scope' | 'team') =>
    Object.keys(form).flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []));
  return {
    name: form['name'] ?? '',
    days: form['days'] ?? '',
    readOnly: form['access'] !== 'chosen',
    scopes: ticked('scope'),
    teamIds: ticked('team'),
  };
}

/** Why a choice of scopes is none; undefined where it is one. */
function undecidedText({
  readOnly,
  scopes,
}: TokenChoice): 'tokens.undecided' | 'tokens.tickScopes' | undefined {
  if (readOnly) return scopes.length > 0 ? 'tokens.undecided' : undefined;
  return scopes.length > 0 ? undefined : 'tokens.tickScopes';
}

const tokenBody = ({ name, days, readOnly, scopes, teamIds }: TokenChoice, now: Date) => ({
  name: name.trim(),
  scopes: readOnly ? readScopes : allScopes.filter((scope) => scopes.includes(scope)),
  expiresAt: expiryOf(days, now),
  ...(teamIds.length > 0 ? { teamRestriction: teamIds } : {}),
});

/** The end of a token's life in a number of days; undefined, and thereby the default, where it is none. */
const expiryOf = (days: string, now: Date): string | undefined =>
  /^\d{1,3}$/.test(days) ? new Date(now.getTime() + Number(days) * DAY_MS).toISOString() : undefined;
