import { readForm, readParameters } from '../api/form.ts';
import { findUserId } from '../members/user-store.ts';
import { redirectAnswer } from '../pages/page.ts';
import { getAccount } from './account-store.ts';
import { countGuess } from './guesses.ts';
import { nextPage } from './next-page.ts';
import { pageRoute } from './page-route.ts';
import { verifyPassword } from './password.ts';
import { providerOf, refuseWithProvider } from './provider.ts';
import { beginSession } from './session.ts';
import { providerPage, signedInAnswer, signInPage } from './sign-in-page.ts';
import { refuseForeignForm, visitorOf } from './visitor.ts';

/** Asked for where there is no user, so that an unknown address takes as long as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const showSignIn = pageRoute({
  id: 'showSignIn',
  method: 'GET',
  path: '/sign-in',
  handle: async (call) => {
    const visitor = await visitorOf(call);
    const next = nextPage(readParameters(call.request.query)['next'], call.services.baseUrl());
    if (visitor.session) return redirectAnswer(next);
    const provider = providerOf(call.services);
    return provider ? providerPage(provider, next) : signInPage({ visitor, next });
  },
});

/** Says the same, after the same time, for an unknown address and for a wrong password. */
export const signIn = pageRoute({
  id: 'signIn',
  method: 'POST',
  path: '/sign-in',
  handle: async (call) => {
    refuseWithProvider(call.services);
    const form = readForm(call.request);
    const visitor = await visitorOf(call);
    refuseForeignForm(form, visitor);
    const next = nextPage(form['next'], call.services.baseUrl());
    const { password = '' } = form;
    const email = (form['email'] ?? '').trim();
    const userId = await findUserId(call.read, email);
    const account = await getAccount(call.read, userId ?? NOBODY);
    const forgive = await countGuess({ email, userId, account }, call);
    if (!(await verifyPassword(password, account?.passwordHash)) || userId === undefined) {
      call.note({ failed: 'password' });
      return signInPage({ visitor, next, failed: { email } });
    }
    await forgive();
    return { ...signedInAnswer(next), cookies: await beginSession(userId, account, call) };
  },
});
