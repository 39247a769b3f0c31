import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { continueResponse, redirectResponse } from '../../kernel/html/page.ts';
import { leavesService } from './next-path.ts';
import { signInView, type SignInPage } from './sign-in-view.ts';

/** The sign-in page, with the cookie of its forms if it has any. */
export const signInResponse = (page: SignInPage): WebResponse => ({
  ...signInView(page),
  ...(page.methods.code || page.methods.password || page.intent.draft !== undefined
    ? { cookies: page.visitor.cookies }
    : {}),
});

/** The redirect after signing in, by form or at the provider. */
export const signedInResponse = (next: string): WebResponse =>
  leavesService(next)
    ? continueResponse({
        location: next,
        title: 'Signed in',
        text: 'Continue to connect your application.',
      })
    : redirectResponse(next);
