import * as z from 'zod';
import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import { commit } from '../../kernel/db/write.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { continueResponse } from '../../kernel/html/page.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { OIDC_CALLBACK } from '../session/account-paths.ts';
import { assertDraftAllowed } from './code-rate-limit.ts';
import { clearCookie, cookieNames, setCookie } from '../session/cookies.ts';
import { resolveVisitor } from '../session/csrf.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { fulfil } from './fulfil.ts';
import { parseIntent } from '../session/intent.ts';
import type { Asker, FormCode, PageCode } from '../kit/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { PageError } from '../session/page-error.ts';
import { anyone } from './open-audiences.ts';
import { oidcConfigurationOf, oidcProvidersOf, withClientSecret, type Provider } from './oidc-provider.ts';
import { deleteOidcDraft, getOidcDraft, putOidcDraft } from './oidc-draft-store.ts';
import { beginSession } from '../session/session.ts';
import { signedInResponse } from './sign-in-response.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { memoize } from '../../kernel/core/schema.ts';

/** Seconds within which a user must sign in at the provider. */
const OIDC_STATE_SECONDS = 15 * 60;

/** State stored in the browser during sign-in at the provider; no other browser can set or read it. */
const oidcStateSchema = memoize(() =>
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    issuer: z.string(),
    next: z.string(),
    vote: z.string().optional(),
  }),
);

/** Anyone who is sent to a provider, or comes back from one; only what they have written needs their visit. */
export const providerGuests = anyone(async (call, { sent }) => ({
  visitor: sent && (await resolveVisitor(call)),
}));

/** Redirects to the provider (OpenID Connect, code flow with PKCE). */
export const page: PageCode<Asker> = {
  formsAnswer: true,
  async show({ call }) {
    const { location, cookie } = await prepareSignIn(parseParameters(call.request.query), call);
    return { ...redirectResponse(location), cookies: [cookie] };
  },
};

/**
 * The same for someone who has written something, which waits in the table until they are back. The page that
 * continues is one of ours, since browsers apply form-action to redirects.
 */
const leaveToSignInWithDraft: FormCode<Asker> = {
  async handle({ call, t }, form) {
    await assertDraftAllowed(call);
    const { location, cookie, intent, state, provider } = await prepareSignIn(form, call);
    const expiresAt = call.now.getTime() + OIDC_STATE_SECONDS * 1000;
    if (intent.draft !== undefined) {
      await commit(call.services.database, [putOidcDraft(state, intent.draft, expiresAt)]);
    }
    const answer = continueResponse({
      language: t.language,
      location,
      title: t.text('signIn.title'),
      text: t.text('signIn.leaving', { provider: provider.name }),
      button: t.text('code.continue'),
    });
    return { ...answer, cookies: [cookie] };
  },
};

export const forms = { leaveToSignInWithDraft };

/** The address at the provider that a form or link asks for, and the cookie with what is to be checked afterwards. */
async function prepareSignIn(asked: Form, call: WebCall) {
  const { services } = call;
  const { provider: name } = asked;
  const provider = providerOrThrow(call, (one) => name === undefined || one.name === name);
  const configuration = await toSignInError(provider, () => oidcConfigurationOf(provider, services));
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const random = () => services.randomBytes(32).toString('base64url');
  const [state, nonce, verifier] = [random(), random(), random()];
  const intent = parseIntent(asked, call);
  const { next, vote } = intent;
  const oidcState = { state, nonce, verifier, issuer: provider.issuer, next, vote };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: services.baseUrl() + OIDC_CALLBACK,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const kept = Buffer.from(JSON.stringify(oidcState)).toString('base64url');
  const cookie = setCookie(cookieNames.oidcState, kept, OIDC_STATE_SECONDS);
  return { location: url.href, cookie, intent, state, provider };
}

/** The redirect URI. The user is identified by the email address that the provider has verified. */
async function completeSignIn({ call }: Asker): Promise<WebResponse> {
  const oidcState = oidcStateOrThrow(call);
  const email = await verifiedEmail(oidcState, call);
  const known = await findUserId(call.read, email);
  if (known === undefined && !call.services.setting('MAIL_FROM')) {
    throw new PageError(403, 'error.notMember', (t) => t.text('error.notMemberText', { email }));
  }
  const userId = known ?? (await findOrCreateUser(email, call));
  const account = await getAccount(call.read, userId);
  const { next, vote, state } = oidcState;
  const draft = await getOidcDraft(call.read, state, call.now);
  const asked = {
    next,
    ...(vote === undefined ? {} : { vote }),
    ...(draft === undefined ? {} : { draft }),
  };
  const intent = parseIntent(asked, call);
  await fulfil(intent, userId, call);
  if (draft !== undefined) await commit(call.services.database, [deleteOidcDraft(state)]);
  const cookies = [...(await beginSession(userId, account, call)), clearCookie(cookieNames.oidcState)];
  return { ...(await signedInResponse(intent.next, call)), cookies };
}

export const returnPage: PageCode<Asker> = { show: completeSignIn };

/** The first matching provider; a browser returns to the one that it was sent to. */
function providerOrThrow({ services, note }: WebCall, matches: (provider: Provider) => boolean): Provider {
  const provider = oidcProvidersOf(services).find(matches);
  if (!provider) throw new PageError(404, 'error.missing', 'error.noProviderText');
  note({ issuer: provider.issuer });
  return provider;
}

function oidcStateOrThrow({ request }: WebCall): z.output<ReturnType<typeof oidcStateSchema>> {
  const kept = Buffer.from(request.cookies[cookieNames.oidcState] ?? '', 'base64url').toString();
  try {
    return oidcStateSchema().parse(JSON.parse(kept));
  } catch {
    throw new PageError(400, 'error.timedOut', 'error.timedOutText');
  }
}

/**
 * Validates the provider's response: state, code, ID token and nonce (OpenID Connect Core, section 3.1.3.7).
 */
async function verifiedEmail(
  oidcState: z.output<ReturnType<typeof oidcStateSchema>>,
  call: WebCall,
): Promise<string> {
  const { request, services } = call;
  const provider = providerOrThrow(call, ({ issuer }) => issuer === oidcState.issuer);
  const claims = await toSignInError(provider, () =>
    withClientSecret(provider, services, async (configuration) => {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
      const url = new URL(`${services.baseUrl()}${OIDC_CALLBACK}?${request.query.toString()}`);
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: oidcState.state,
        expectedNonce: oidcState.nonce,
        pkceCodeVerifier: oidcState.verifier,
        idTokenExpected: true,
      });
      const own = tokens.claims()!;
      // Some providers do not include the address in the ID token.
      return own['email'] === undefined
        ? await fetchUserInfo(configuration, tokens.access_token, own.sub)
        : own;
    }),
  );
  const { email, email_verified: verified, xms_edov: ownDomain } = claims as Record<string, unknown>;
  // Cognito sends the string "true". Entra sends no email_verified, but, as the optional claim xms_edov, whether the
  // tenant has proved that the address's domain is its own; without it, a tenant could claim any address.
  // https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference
  const proved = [verified, ownDomain].some((claim) => [true, 'true', 1, '1'].includes(claim as string));
  if (typeof email === 'string' && verified !== false && proved) return email;
  throw new PageError(403, 'error.unverified', (t) =>
    t.text('error.unverifiedText', { provider: provider.name }),
  );
}

/** The provider's errors are logged; the page says that the provider did not confirm them. */
async function toSignInError<T>({ name }: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = (t: PageTexts) => t.text('error.unconfirmedText', { provider: name });
    throw new PageError(502, 'error.signIn', text, { cause: error });
  }
}
