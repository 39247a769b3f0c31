import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
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
      ${page.failed && html`<div class="notice bad" role="alert" id="problem"><p>${page.failed.problem}</p></div>`}
      ${page.methods.providers.map((provider) =>
        page.intent.draft === undefined
          ? providerLink(provider, page.intent)
          : providerForm(provider, page.intent, page.visitor),
      )}
      ${page.methods.code && codeForm(page)} ${page.methods.password && passwordPart(page)}
    </section>`,
  });

/** The field for the address, of which a page has one for a code and one for a password. */
const addressField = (id: string, { failed }: SignInPage, more: Fragment): Html =>
  html`<div class="field">
    <label for="${id}">E-mail address</label>
    <input
      id="${id}"
      name="email"
      type="email"
      autocomplete="username"
      required
      maxlength="254"
      value="${failed?.email}"
      ${failed && html`aria-invalid="true" aria-describedby="problem"`}
      ${more}
    />
  </div>`;

/** Has a code sent, whatever a browser has filled in as the password of the other form. */
const codeForm = (page: SignInPage): Html =>
  html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(page.visitor)}${intentFields(page.intent)}
    <p class="hint">No account needed. We'll email you a sign-in code.</p>
    ${addressField('email', page, page.failed?.status !== 401 && html`autofocus`)}
    <button type="submit" name="way" value="code">Send me a code</button>
  </form>`;

/** The form for those who have a password; folded up where a code is enough. */
function passwordPart(page: SignInPage): Html {
  const form = passwordForm(page);
  if (!page.methods.code) return form;
  return html`<details class="instead" ${page.failed?.status === 401 && html`open`}>
    <summary>Use a password instead</summary>
    ${form}
  </details>`;
}

const passwordForm = (page: SignInPage): Html => {
  const { code } = page.methods;
  const isFocused = !code || page.failed?.status === 401;
  return html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(page.visitor)}${intentFields(page.intent)}
    ${addressField(code ? 'password-email' : 'email', page, isFocused && !page.failed && html`autofocus`)}
    <div class="field">
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${page.failed && isFocused && html`autofocus`}
        aria-describedby="password-hint"
      />
      <p class="hint" id="password-hint">
        ${
          code
            ? html`Forgot your password? Sign in with a code, then <a href="${RESET}">choose a new one</a>.`
            : "Forgot it, or don't have one yet? The operator of this service can send you a link to set it."
        }
      </p>
    </div>
    <button type="submit" class="${code && 'second'}">Sign in</button>
  </form>`;
};

/** The purpose of a sign-in, in words. */
export const purposeOf = (portal: OriginPortal | undefined): Html | undefined =>
  portal?.idea &&
  html`<p>
    Sign in to vote for <strong><bdi>${portal.idea.title}</bdi></strong
    >. We'll add your vote right away.
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
      <p>Sign in in a new tab to vote or post.</p>
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
