import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Intent, OriginPortal } from './intent.ts';
import { DEFAULT_NEXT_PAGE, signInPath } from './next-path.ts';
import type { Provider } from './oidc-provider.ts';
import type { Visitor } from './csrf.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { csrfField, intentFields } from './form-fields-view.ts';

export interface SignInPage {
  visitor: Visitor;
  intent: Intent;
  portal: OriginPortal | undefined;
  methods: SignInMethods;
  /** The previous input, if it was rejected, and why. */
  failed?: { email: string; problem: string; status: 400 | 401 };
}

/** Signs in with a code and continues to the form for a new password. */
const RESET = signInPath('/account/password');

/** The sign-in page of the environment: its providers, and a form for a code by mail or a password, as far as it offers these. */
export const signInView = (page: SignInPage): WebResponse =>
  pageResponse({
    status: page.failed?.status ?? 200,
    title: 'Sign in',
    brand: page.portal?.brand,
    body: html`<section class="card">
      <h1>Sign in</h1>
      ${purposeOf(page.portal)}
      ${page.failed && html`<div class="notice bad" role="alert"><p>${page.failed.problem}</p></div>`}
      ${page.methods.providers.map((provider) =>
        page.intent.draft === undefined
          ? providerLink(provider, page.intent)
          : providerForm(provider, page.intent, page.visitor),
      )}
      ${(page.methods.code || page.methods.password) && addressForm(page)}
    </section>`,
  });

/** One form for a code by mail and for a password, whichever the environment offers. */
const addressForm = ({ visitor, intent, methods, failed }: SignInPage): Html =>
  html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(visitor)}${intentFields(intent)}
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
        ${methods.code && html`aria-describedby="email-hint"`}
      />
      ${methods.code && html`<p class="hint" id="email-hint">You need no account: a code by mail is enough.</p>`}
    </div>
    ${methods.code && html`<button type="submit" name="way" value="code">Send me a code</button>`}
    ${methods.password && passwordFields(methods)}
  </form>`;

const passwordFields = ({ code }: SignInMethods): Html =>
  html`<div class="field">
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        ${!code && html`required`}
        aria-describedby="password-hint"
      />
      <p class="hint" id="password-hint">
        ${
          code
            ? html`Only if you have set one. Forgot it? A code by mail signs you in too, and then you can
                <a href="${RESET}">set a new one</a>.`
            : "Forgot it, or don't have one yet? The operator of this service can send you a link to set it."
        }
      </p>
    </div>
    <button type="submit" class="${code && 'second'}">Sign in</button>`;

/** The purpose of a sign-in, in words. */
export const purposeOf = (portal: OriginPortal | undefined): Html | undefined =>
  portal?.idea &&
  html`<p>
    To vote for <strong><bdi>${portal.idea.title}</bdi></strong
    >. Your vote is counted as soon as you are signed in.
  </p>`;

function providerLink({ name }: Provider, { next, vote }: Intent): Html {
  const query = new URLSearchParams({ next, ...(vote === undefined ? {} : { vote }), provider: name });
  return html`<p class="wide">
    <a class="button" href="/sign-in/provider?${query.toString()}">Continue with ${name}</a>
  </p>`;
}

const providerForm = ({ name }: Provider, intent: Intent, visitor: Visitor): Html =>
  html`<form method="post" action="/sign-in/provider" class="wide">
    ${csrfField(visitor)}${intentFields(intent)}
    <button type="submit" name="provider" value="${name}">Continue with ${name}</button>
  </form>`;

/**
 * The page that replaces the sign-in page in a frame of another site: browsers send no cookies of ours there, and no
 * one should type a password or code into a frame.
 */
export const newTabView = ({ next, vote }: Intent, { brand, embedOrigins }: OriginPortal): WebResponse =>
  pageResponse({
    title: 'Sign in',
    brand,
    framedBy: embedOrigins,
    body: html`<section class="card">
      <h1>Sign in</h1>
      <p>To vote, suggest or comment, sign in in a tab of its own.</p>
      <p class="wide">
        <a class="button" href="${signInPath(next, vote)}" target="_blank" rel="noopener"
          >Continue in a new tab</a
        >
      </p>
      <p class="quiet small"><a href="${next}">Back</a></p>
    </section>`,
  });

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
