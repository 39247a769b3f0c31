import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { errorPage } from './error-page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import { inEnglish, PageError } from '../session/page-error.ts';
import { listPersonWorkspaces } from './person-workspaces.ts';
import { answersOf } from '../kit/answer.ts';
import type { FormCode, PageCode, Person } from '../kit/page.ts';
import type { Session } from '../session/session.ts';
import { resolveAccountVisitor } from './account-visitor.ts';
import { assertCsrf, resolveVisitor } from '../session/csrf.ts';
import { commit } from '../../kernel/db/write.ts';
import { continueResponse } from '../../kernel/html/page.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import {
  validateRedirect,
  validateAuthorizationRequest,
  assertSingleClient,
  parseAuthorizationRequest,
  type RawAuthorizationRequest,
  type AuthorizationRequest,
} from '../oauth/authorization-request.ts';
import type { OAuthScope } from '../../kernel/auth/audience.ts';
import { extendClientLifetime } from '../oauth/client-store.ts';
import { AUTHORIZATION_CODE_LIFETIME_MS, putAuthorizationCode } from '../oauth/code-store.ts';
import { isAllowedAt } from '../oauth/connection.ts';
import { ACCESS_FIELD, consentView, returnView } from './consent-view.ts';
import { FETCH_WINDOW_MS, findClient } from '../oauth/find-client.ts';
import { listGrants, type Grant, type GrantContent } from '../../kernel/auth/grant-store.ts';
import { isDocumentUrl } from '../oauth/client-document.ts';
import { OAuthError } from '../oauth/oauth-error.ts';
import { redirectHost, staysOnDevice, withParameters } from '../oauth/redirect-uri.ts';
import { listPersonTeams, tickedTeams, ticksTeams } from './person-teams.ts';
import { refusalView } from './refusal-view.ts';
import { WITHHOLD_FIELD } from './visitors-choice-view.ts';

/** Maximum number of logged characters of a parameter, which is untrusted input. */
const LOGGED_MAX_CHARACTERS = 200;

/**
 * A person whom a client has sent to the authorization endpoint (RFC 6749, section 3.1). Requires sign-in first: until then, no
 * one is redirected and no client document is fetched.
 */
export const consenters = answersOf<Person>({
  parse: parseForm,
  visitorOf: (call) => (call.request.method === 'GET' ? resolveAccountVisitor(call) : resolveVisitor(call)),
  admit: async (call, visitor, { place }) => ({ call, visitor, ...place, t: await textsFor(call.request) }),
  addressOf: selfOf,
  nextOf: (_form, _call, page) => page,
  // The request that the form is an answer to is the application's, which begins again.
  async signIn(call, _next, form) {
    if (form === undefined) return undefined;
    assertCsrf(form, await resolveVisitor(call));
    throw new PageError(403, 'error.signedOut', 'error.signedOutText');
  },
  pageOfError: (error, call) => errorPage(error, call),
});

/** The address of a request for consent, to come back to. */
function selfOf({ request: { query } }: WebCall): string {
  return `/oauth/authorize?${query.toString()}`;
}

export const page: PageCode<Person> = {
  formsAnswer: true,
  async show({ call, visitor, t }) {
    const asked = parseAuthorizationRequest(call.request.query);
    const { id } = visitor.session.user;
    return await handleAuthorization(asked, visitor.session, call, async (request) => {
      const [workspaces, teams] = await Promise.all([
        listPersonWorkspaces(call.read, id),
        listPersonTeams(call.read, id),
      ]);
      const named = (isAccepted: boolean) =>
        workspaces.filter(({ accepted }) => accepted === isAccepted).map(({ name }) => name);
      return consentView({
        t,
        request,
        form: asked.form,
        visitor,
        self: selfOf(call),
        invitations: named(false),
        workspaces: named(true),
        teams,
      });
    });
  },
};

/** The submitted consent form. Everything is validated again, because form fields are untrusted. */
const decide: FormCode<Person> = {
  async handle({ call, visitor: { session } }, form) {
    return await handleAuthorization({ form, repeated: [] }, session, call, async (request) => {
      const { decision } = form;
      call.note({ decision: decision?.slice(0, LOGGED_MAX_CHARACTERS) });
      if (decision !== 'allow') throw new OAuthError('access_denied', 'The user denied access.');
      const allowed = {
        scopes: allowedScopes(request, form),
        teamIds: await allowedTeams(form, session, call),
        content: allowedContent(request, form),
        writes: allowedWrites(request, form),
      };
      const code = await newCode({ ...request, ...allowed }, session, call);
      return await sendOn(request.redirectUri, locationOf(request, { code }, call), call);
    });
  },
};

export const forms = { decide };

/**
 * Validates the request and responds. Problems with the client or its redirect URI are shown to the user;
 * others are reported to the client by redirect, if the user trusts that address.
 */
async function handleAuthorization(
  asked: RawAuthorizationRequest,
  session: Session,
  call: WebCall,
  answer: (request: AuthorizationRequest) => Promise<WebResponse>,
): Promise<WebResponse> {
  const { user } = session;
  const { client, redirectUri } = await toPageError(async () => {
    call.note({ clientId: asked.form['client_id']?.slice(0, LOGGED_MAX_CHARACTERS), userId: user.id });
    const found = await findClient(assertSingleClient(asked), user.id, call);
    return { client: found, redirectUri: validateRedirect(asked, found) };
  }, call);
  call.note({ redirectHost: redirectHost(redirectUri) });
  const target = { client, redirectUri, state: asked.form['state'] };
  try {
    const validated = validateAuthorizationRequest(asked, client, call.services.baseUrl());
    call.note({ audience: validated.audience });
    return await answer({ ...target, ...validated });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const trusted = await isTrusted(target, error, session, call);
    call.note({ error: error.code, reason: error.reason, trusted });
    const location = locationOf(target, { error: error.code, error_description: error.message }, call);
    if (trusted) return await sendOn(redirectUri, location, call);
    return refusalView({ ...target, t: await textsFor(call.request), error, location });
  }
}

/**
 * Whether an error may redirect automatically. Anyone can register a client and link to us with a failing
 * request, so an address without an existing grant is only shown (RFC 9700, section 4.11.2). A denial follows
 * a page that named the address; a program on the user's own device may be waiting for it.
 */
async function isTrusted(
  { client, redirectUri }: Pick<AuthorizationRequest, 'client' | 'redirectUri'>,
  { code }: OAuthError,
  { user, passwordSetAt }: Session,
  { read, now }: WebCall,
): Promise<boolean> {
  if (code === 'access_denied' && staysOnDevice(redirectUri)) return true;
  const grants = await listGrants(read, { id: user.id, passwordSetAt }, now);
  return isAllowedAt(grants, client.id, redirectHost(redirectUri));
}

async function toPageError<T>(work: () => Promise<T>, { note }: WebCall): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message, reason, cause } = error;
    note({ refused: code, reason });
    if (code === 'slow_down') {
      const retryAfter = FETCH_WINDOW_MS / 1000;
      throw new PageError(429, 'refusal.failed', 'refusal.slowDown', { retryAfter });
    }
    const text = (t: PageTexts) => t.markup('refusal.again', { reason: inEnglish(message) });
    throw new PageError(400, 'refusal.failed', text, { cause });
  }
}

/**
 * The redirect URI with the response. By `iss`, a client of several servers knows which one responded (RFC 9207).
 */
const locationOf = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  parameters: Record<string, string>,
  { services }: WebCall,
): string => withParameters(redirectUri, { ...parameters, state, iss: services.baseUrl() });

/**
 * Sends the browser to the redirect URI: by redirect or, after a form, through a page that continues there.
 */
async function sendOn(redirectUri: string, location: string, { request }: WebCall): Promise<WebResponse> {
  if (request.method !== 'POST') return redirectResponse(location);
  return continueResponse(returnView(redirectHost(redirectUri), location, await textsFor(request)));
}

/** The scopes that the person allows of those that the client asks for: all of them or, over MCP, only reading. */
const allowedScopes = (
  { scopes, audience }: Pick<AuthorizationRequest, 'scopes' | 'audience'>,
  form: Form,
): readonly OAuthScope[] => (form[ACCESS_FIELD] === 'read' && audience === 'mcp' ? ['mcp:read'] : scopes);

/** Whose text the application reads over MCP: everybody's, or not that of visitors. */
const allowedContent = (
  { audience }: Pick<AuthorizationRequest, 'audience'>,
  form: Form,
): GrantContent | undefined =>
  audience === 'mcp' && form[WITHHOLD_FIELD] !== undefined ? 'members' : undefined;

/** Whether what the application writes over MCP is only proposed. */
const allowedWrites = (
  { audience }: Pick<AuthorizationRequest, 'audience'>,
  form: Form,
): 'proposed' | undefined =>
  audience === 'mcp' && form[ACCESS_FIELD] === 'propose' ? 'proposed' : undefined;

/** The teams that the person limits the grant to; undefined for all. */
async function allowedTeams(
  form: Form,
  { user }: Session,
  { read }: WebCall,
): Promise<readonly string[] | undefined> {
  if (!ticksTeams(form)) return undefined;
  const ticked = tickedTeams(form, await listPersonTeams(read, user.id));
  if (ticked.length > 0) return ticked;
  throw new PageError(400, 'error.teamsGone', 'error.teamsGoneText');
}

async function newCode(
  {
    client,
    redirectUri,
    audience,
    scopes,
    challenge,
    teamIds,
    content,
    writes,
  }: AuthorizationRequest & Pick<Grant, 'teamIds' | 'content' | 'writes'>,
  { user, passwordSetAt }: Session,
  { services: { database, randomBytes }, now }: WebCall,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const gone = () => new OAuthError('unauthorized_client', 'The client is no longer registered.');
  await commit(database, [
    putAuthorizationCode(code, {
      userId: user.id,
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      challenge,
      audience,
      scopes,
      ...(teamIds ? { teamIds } : {}),
      ...(content ? { content } : {}),
      ...(writes ? { writes } : {}),
      passwordSetAt,
      expiresAt: now.getTime() + AUTHORIZATION_CODE_LIFETIME_MS,
    }),
    // The copy of a document lives as long as its caching headers allow.
    ...(isDocumentUrl(client.id) ? [] : [extendClientLifetime(client.id, now, gone)]),
  ]);
  return code;
}
