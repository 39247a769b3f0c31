import type { WebResponse } from '../api/operation/web-route.ts';
import { html, type Html } from '../pages/html.ts';
import { continueResponse, pageResponse, redirectResponse } from '../pages/page.ts';
import { DEFAULT_NEXT_PAGE, leavesService } from './next-page.ts';
import type { Provider } from './oidc-provider.ts';
import { csrfField, type Visitor } from './csrf.ts';

interface SignInPage {
  visitor: Visitor;
  next: string;
  /** The previous input, if it was rejected. */
  failed?: { email: string };
}

/** The sign-in page with e-mail address and password. */
export const signInPage = ({ visitor, next, failed }: SignInPage): WebResponse => ({
  ...pageResponse({
    status: failed ? 401 : 200,
    title: 'Sign in',
    body: html`<section class="card">
      <h1>Sign in</h1>
      ${
        failed &&
        html`<div class="notice bad" role="alert">
          <p>The e-mail address or password is incorrect.</p>
        </div>`
      }
      <form method="post" action="/sign-in" class="wide">
        ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
        <div class="field">
          <label for="email">E-mail address</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="254"
            value="${failed?.email}"
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            aria-describedby="password-hint"
          />
          <p class="hint" id="password-hint">
            Forgot it, or don't have one yet? The operator of this service can send you a link to set it.
          </p>
        </div>
        <button type="submit">Sign in</button>
      </form>
    </section>`,
  }),
  cookies: visitor.cookies,
});

/** The sign-in page that continues to the environment's provider. */
export const providerPage = ({ name }: Provider, next: string): WebResponse =>
  pageResponse({
    title: 'Sign in',
    body: html`<section class="card">
      <h1>Sign in</h1>
      <p class="wide">
        <a class="button" href="/sign-in/provider?${new URLSearchParams({ next }).toString()}"
          >Continue with ${name}</a
        >
      </p>
    </section>`,
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

/** The page header for a signed-in user, with a sign-out button. */
export const accountBar = (visitor: Visitor, next = DEFAULT_NEXT_PAGE): Html | undefined =>
  visitor.session &&
  html`<div class="account">
    <span>${visitor.session.user.email}</span>
    <form method="post" action="/sign-out">
      ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
      <button type="submit" class="link">Sign out</button>
    </form>
  </div>`;
