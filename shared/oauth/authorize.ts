import { readForm, readParameters, type Form } from '../api/form.ts';
import type { WebCall } from '../api/logged-route.ts';
import type { WebResponse } from '../api/web-route.ts';
import { signInPath } from '../accounts/next-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { pageRoute } from '../accounts/page-route.ts';
import type { Session } from '../accounts/session.ts';
import { refuseForeignForm, visitorOf } from '../accounts/visitor.ts';
import { commit } from '../db/write.ts';
import { redirectAnswer } from '../pages/page.ts';
import { judgeRedirect, judgeRequest, type AuthorizationRequest } from './authorization-request.ts';
import { keepClient } from './client-store.ts';
import { CODE_LIFETIME, putCode } from './code-store.ts';
import { consentPage } from './consent-page.ts';
import { findClient } from './find-client.ts';
import { isDocumentUrl } from './client-document.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectHost, withParameters } from './redirect-uri.ts';

/**
 * The authorization endpoint (RFC 6749, section 3.1). Who has not signed in does that first: until then nobody
 * is sent anywhere, and no client's document is asked for.
 */
export const showConsent = pageRoute({
  id: 'showConsent',
  method: 'GET',
  path: '/oauth/authorize',
  handle: async (call) => {
    const self = `/oauth/authorize?${call.request.query.toString()}`;
    const form = readParameters(call.request.query);
    const visitor = await visitorOf(call);
    if (!visitor.session) return redirectAnswer(signInPath(self));
    return await answering(form, visitor.session, call, async (request) =>
      consentPage({ request, form, visitor, self }),
    );
  },
});

/** The answer to the consent page. Everything is judged again: the page was only a page. */
export const decide = pageRoute({
  id: 'decide',
  method: 'POST',
  path: '/oauth/authorize',
  handle: async (call) => {
    const form = readForm(call.request);
    const visitor = await visitorOf(call);
    refuseForeignForm(form, visitor);
    const { session } = visitor;
    if (!session) throw new PageError(403, 'You are signed out', 'Go back to the program and connect again.');
    return await answering(form, session, call, async (request) => {
      const { decision } = form;
      call.note({ decision });
      if (decision !== 'allow') throw new OAuthError('access_denied', 'The user did not allow it.');
      return redirect(request, { code: await newCode(request, session, call) }, call);
    });
  },
});

/**
 * Judges the request and answers it. What is wrong with client or redirect is shown to the person; what is wrong
 * with the rest is told to the client, at the address that is its own.
 */
async function answering(
  form: Form,
  { user }: Session,
  call: WebCall,
  answer: (request: AuthorizationRequest) => Promise<WebResponse>,
): Promise<WebResponse> {
  const { client, redirectUri } = await shownToPerson(async () => {
    const { client_id: clientId } = form;
    call.note({ clientId, userId: user.id });
    if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
    const found = await findClient(clientId, user.id, call);
    return { client: found, redirectUri: judgeRedirect(form, found) };
  });
  call.note({ redirectHost: redirectHost(redirectUri) });
  const target = { client, redirectUri, state: form['state'] };
  try {
    const judged = judgeRequest(form, call.services.baseUrl());
    call.note({ audience: judged.audience });
    return await answer({ ...target, ...judged });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    call.note({ error: error.code, reason: error.message });
    return redirect(target, { error: error.code, error_description: error.message }, call);
  }
}

async function shownToPerson<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const status = error.code === 'slow_down' ? 429 : 400;
    const way = 'Remove the connection in the program and add it again.';
    throw new PageError(status, 'The program cannot be connected', `${error.message} ${way}`);
  }
}

/** `iss` tells a client of several servers which one answered (RFC 9207). */
const redirect = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  parameters: Record<string, string>,
  { services }: WebCall,
): WebResponse =>
  redirectAnswer(withParameters(redirectUri, { ...parameters, state, iss: services.baseUrl() }));

async function newCode(
  { client, redirectUri, audience, challenge }: AuthorizationRequest,
  { user, passwordSetAt }: Session,
  { services: { database, randomBytes }, now }: WebCall,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const gone = () => new OAuthError('unauthorized_client', 'The client is not registered any more.');
  await commit(database, [
    putCode(code, {
      userId: user.id,
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      challenge,
      audience,
      passwordSetAt,
      expiresAt: now.getTime() + CODE_LIFETIME,
    }),
    // A document's copy lives as long as the document says.
    ...(isDocumentUrl(client.id) ? [] : [keepClient(client.id, now, gone)]),
  ]);
  return code;
}
