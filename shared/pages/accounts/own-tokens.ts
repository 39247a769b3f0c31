import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import { getCredential } from '../../kernel/auth/credential-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Role } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { allScopes } from '../../kernel/core/scopes.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { createToken } from '../../identity/tokens/create-token.ts';
import { listTokens } from '../../identity/tokens/list-tokens.ts';
import { revokeToken } from '../../identity/tokens/revoke-token.ts';
import { getTokenPolicyOf } from '../../identity/workspaces/token-policy.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import type { AccountForm, AccountPage } from './account-audience.ts';
import { ownTokensPath } from '../session/account-paths.ts';
import { linkOf } from './account.ts';
import { newTokenView } from './new-token-view.ts';
import { ownTokensView, workspaceChoiceView } from './own-tokens-view.ts';
import { chosenFor, type TokenChoice } from './token-form-view.ts';
import { scopesOfAccess, tokenWishOf } from './token-wish.ts';
import { refusalText } from '../session/refusal-text.ts';
import { PageError } from '../session/page-error.ts';
import { byName, listPersonWorkspaces } from './person-workspaces.ts';
import type { Person, RefusedForm } from '../kit/page.ts';
import { run, runWhole, type ActingMember } from '../kit/run-operation.ts';
import type { Session } from '../session/session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Leads to the tokens of a person's workspace, with the query; those who have several choose one. */
export const pageOfAll: AccountPage = {
  async show({ call: { request, read }, visitor, t }) {
    const query = request.query.size > 0 ? `?${request.query.toString()}` : '';
    const all = await listPersonWorkspaces(read, visitor.session.user.id);
    const workspaces = all.filter(({ accepted }) => accepted);
    const [only, ...others] = workspaces;
    if (!only) throw new PageError(404, 'error.noWorkspace', 'error.noWorkspaceText');
    if (others.length === 0) return redirectResponse(ownTokensPath(only.workspaceId) + placed(query));
    return workspaceChoiceView({ t, visitor, workspaces, query: placed(query) });
  },
};

/** Anyone who comes with wishes for a new token is led to its form. */
const placed = (query: string): string => (query === '' ? '' : `${query}#new`);

/** The page of a person's own tokens for a workspace. */
export const page: AccountPage = {
  formsAnswer: true,
  show: (person, rejected) => showTokens(person, rejected),
};

/** Creates a token with the rights that the form names, and shows its secret once. */
const createOwnToken: AccountForm = {
  async handle({ call, visitor, t }, form) {
    const { session } = visitor;
    const link = await ownLink(session, call);
    const choice = choiceOf(form);
    const undecided = undecidedText(choice);
    if (undecided !== undefined) return { form, status: 400, problem: { text: t.text(undecided) } };
    try {
      const { data, secret } = await runWhole({ call, member: memberOf(session, link) }, createToken, {
        body: tokenBody(choice, call.now),
        once: form,
      });
      return newTokenView({
        t,
        visitor,
        workspaceId: link.workspaceId,
        token: data,
        secret,
        from: choice.from,
        baseUrl: call.services.baseUrl(),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 429) throw error;
      return { form, status: error.status, problem: { text: refusalText(error, t) } };
    }
  },
};

/** Revokes one of the person's tokens; idempotent. */
const revokeOwnToken: AccountForm = {
  async handle({ call, visitor: { session } }, form) {
    const link = await ownLink(session, call);
    const tokenId = form['token'];
    await run({ call, member: memberOf(session, link) }, revokeToken, { path: { tokenId } });
    return redirectResponse(`${ownTokensPath(link.workspaceId)}?revoked=${tokenId}`);
  },
};

export const forms = { createOwnToken, revokeOwnToken };

async function showTokens(
  { call, visitor, t }: Person,
  rejected: RefusedForm | undefined,
): Promise<WebResponse> {
  const { read, now, request } = call;
  const { session } = visitor;
  const link = await ownLink(session, call);
  const { workspaceId, role, teamIds } = link;
  const { revoked, cursor, ...rest } = parseParameters(request.query);
  const query = cursor === undefined || request.method !== 'GET' ? {} : { cursor };
  const [item, policy, teams, { data, meta }, revokedName] = await Promise.all([
    getWorkspaceItem(read, workspaceId),
    getTokenPolicyOf(read, workspaceId),
    Promise.all([...teamIds].map((id) => getTeamItem(read, id))),
    runWhole({ call, member: memberOf(session, link) }, listTokens, { query }),
    revokedNameOf(revoked, link, read),
  ]);
  return ownTokensView({
    t,
    visitor,
    workspace: { id: workspaceId, name: item ? toWorkspace(item).name : '' },
    tokens: data,
    nextCursor: meta.nextCursor,
    teams: teams.flatMap((team) => (team ? [toTeam(team)] : [])).sort(byName),
    mayCreate: policy.memberTokens === 'allowed' || role === 'admin',
    nonce: newId(now),
    revokedName,
    now,
    choice: rejected ? refusedChoice(choiceOf(rejected.form)) : wishedChoice(rest),
    problem: rejected?.problem && { status: rejected.status, text: rejected.problem.text },
  });
}

/** The scopes are hidden from those who chose something else, also where that is what is wrong. */
const refusedChoice = (choice: TokenChoice): TokenChoice =>
  undecidedText(choice) === undefined ? choice : { ...choice, access: 'chosen' };

/** The name of the person's revoked token with an id; undefined if there is none. */
async function revokedNameOf(
  id: string | undefined,
  { workspaceId, memberId }: MemberLink,
  read: Reader,
): Promise<string | undefined> {
  const { data: tokenId } = uuid().safeParse(id);
  const token = tokenId === undefined ? undefined : await getCredential(read, tokenId);
  const isTheirs = token?.workspaceId === workspaceId && token.principalId === memberId;
  return isTheirs && token.revokedAt !== null ? token.name : undefined;
}

/** What a page that links here asks for; undefined if it asks for no scope. */
function wishedChoice(query: Form): TokenChoice | undefined {
  const { scopes, from } = tokenWishOf(query);
  return scopes.length > 0 || from !== undefined
    ? chosenFor({ scopes, from, name: from?.title ?? '' })
    : undefined;
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

/** Parses a form's choice: all scopes, those for reading, or the ticked ones. */
function choiceOf(form: Form): TokenChoice {
  const ticked = (kind: 'scope' | 'team') =>
    Object.keys(form).flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []));
  return {
    name: form['name'] ?? '',
    days: form['days'] ?? '',
    access: accesses.find((access) => access === form['access']) ?? 'read',
    scopes: ticked('scope'),
    teamIds: ticked('team'),
    from: tokenWishOf(form).from,
  };
}

const accesses = ['read', 'all', 'chosen'] as const;

/** Why a choice of scopes is none; undefined where it is one. */
function undecidedText({
  access,
  scopes,
}: TokenChoice): 'tokens.undecided' | 'tokens.tickScopes' | undefined {
  if (access !== 'chosen') return scopes.length > 0 ? 'tokens.undecided' : undefined;
  return scopes.length > 0 ? undefined : 'tokens.tickScopes';
}

const tokenBody = ({ name, days, access, scopes, teamIds }: TokenChoice, now: Date) => ({
  name: name.trim(),
  scopes: access === 'chosen' ? allScopes.filter((scope) => scopes.includes(scope)) : scopesOfAccess[access],
  expiresAt: expiryOf(days, now),
  ...(teamIds.length > 0 ? { teamRestriction: teamIds } : {}),
});

/** The end of a token's life in a number of days; undefined, and thereby the default, where it is none. */
const expiryOf = (days: string, now: Date): string | undefined =>
  /^\d{1,3}$/.test(days) ? new Date(now.getTime() + Number(days) * DAY_MS).toISOString() : undefined;
