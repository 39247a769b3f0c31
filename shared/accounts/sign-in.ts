import { parseForm, parseParameters } from '../api/http/form.ts';
import { findUserId } from '../members/user-store.ts';
import { redirectResponse } from '../pages/page.ts';
import { getAccount } from '../auth/account-store.ts';
import { assertSignInAllowed } from './sign-in-rate-limit.ts';
import { nextPage } from './next-page.ts';
import { pageRoute } from './page-route.ts';
import { verifyPassword } from './password.ts';
import { oidcProviderOf, assertPasswordSignIn } from './oidc-provider.ts';
import { beginSession } from './session.ts';
import { providerPage, signedInResponse, signInPage } from './sign-in-page.ts';
import { assertCsrf, resolveVisitor } from './csrf.ts';

/** Looked up when there is no user, so that unknown addresses take equally long. */
const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

export const showSignIn = pageRoute({
  id: 'showSignIn',
  method: 'GET',
  path: '/sign-in',
  handle: async (call) => {
    const visitor = await resolveVisitor(call);
    const next = nextPage(parseParameters(call.request.query)['next'], call.services.baseUrl());
    if (visitor.session) return redirectResponse(next);
    const provider = oidcProviderOf(call.services);
    return provider ? providerPage(provider, next) : signInPage({ visitor, next });
  },
});

/** Responds identically, and after the same time, to an unknown address and a wrong password. */
export const signIn = pageRoute({
  id: 'signIn',
  method: 'POST',
  path: '/sign-in',
  handle: async (call) => {
    assertPasswordSignIn(call.services);
    const form = parseForm(call.request);
    const visitor = await resolveVisitor(call);
    assertCsrf(form, visitor);
    const next = nextPage(form['next'], call.services.baseUrl());
    const { password = '' } = form;
    const email = (form['email'] ?? '').trim();
    const userId = await findUserId(call.read, email);
    const account = await getAccount(call.read, userId ?? UNKNOWN_USER_ID);
    const forgive = await assertSignInAllowed({ email, userId, account }, call);
    if (!(await verifyPassword(password, account?.passwordHash)) || userId === undefined) {
      call.note({ failed: 'password' });
      return signInPage({ visitor, next, failed: { email } });
    }
    await forgive();
    return { ...signedInResponse(next), cookies: await beginSession(userId, account, call) };
  },
});
