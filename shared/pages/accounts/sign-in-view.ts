import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { frameScript } from '../../kernel/html/assets.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { Intent, OriginPortal } from './intent.ts';
import { signInPath } from './next-path.ts';
import type { Provider } from './oidc-provider.ts';
import type { Visitor } from './csrf.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { csrfField, intentFields } from './form-fields-view.ts';

export interface SignInPage {
  t: PageTexts;
  visitor: Visitor;
  intent: Intent;
  portal: OriginPortal | undefined;
  methods: SignInMethods;
  /** The previous input, if it was rejected, and why. */
  failed?: { email: string; problem: PlainText; status: 400 | 401 };
}

/** Signs in with a code and continues to the form for a new password. */
const RESET = signInPath('/account/password');

/** The sign-in page of the environment: its providers, and a form for a code by mail or a password, as far as it offers these. */
export const signInView = (page: SignInPage): WebResponse =>
  pageResponse({
    status: page.failed?.status ?? 200,
    title: page.t.text('signIn.title'),
    language: page.t.language,
    brand: page.portal?.brand ?? page.visitor.brand,
    body: html`<section class="card">
      <h1>${page.t.text('signIn.title')}</h1>
      ${purposeOf(page.portal, page.t)}
      ${page.failed && html`<div class="notice bad" role="alert" id="problem"><p>${page.t.text(page.failed.problem)}</p></div>`}
      ${page.methods.providers.map((provider) =>
        page.intent.draft === undefined ? providerLink(provider, page) : providerForm(provider, page),
      )}
      ${page.methods.code && codeForm(page)} ${page.methods.password && passwordPart(page)}
    </section>`,
  });

/** The field for the address, of which a page has one for a code and one for a password. */
const addressField = (id: string, { t, failed }: SignInPage, more: Fragment): Html =>
  html`<div class="field">
    <label for="${id}">${t.text('signIn.address')}</label>
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
    <p class="hint">${page.t.text('signIn.codeHint')}</p>
    ${addressField('email', page, page.failed?.status !== 401 && html`autofocus`)}
    <button type="submit" name="way" value="code">${page.t.text('signIn.sendCode')}</button>
  </form>`;

/** The form for those who have a password; folded up where a code is enough. */
function passwordPart(page: SignInPage): Html {
  const form = passwordForm(page);
  if (!page.methods.code) return form;
  return html`<details class="instead" ${page.failed?.status === 401 && html`open`}>
    <summary>${page.t.text('signIn.usePassword')}</summary>
    ${form}
  </details>`;
}

const passwordForm = (page: SignInPage): Html => {
  const { t } = page;
  const { code } = page.methods;
  const isFocused = !code || page.failed?.status === 401;
  return html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(page.visitor)}${intentFields(page.intent)}
    ${addressField(code ? 'password-email' : 'email', page, isFocused && !page.failed && html`autofocus`)}
    <div class="field">
      <label for="password">${t.text('signIn.password')}</label>
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
            ? t.markup('signIn.forgot', { link: html`<a href="${RESET}">${t.text('signIn.forgotLink')}</a>` })
            : t.text('signIn.noPassword')
        }
      </p>
    </div>
    <button type="submit" class="${code && 'second'}">${t.text('signIn.title')}</button>
  </form>`;
};

/** The purpose of a sign-in, in words. */
export const purposeOf = (portal: OriginPortal | undefined, t: PageTexts): Html | undefined =>
  portal?.idea &&
  html`<p>
    ${t.markup('signIn.forVote', { idea: html`<strong><bdi>${portal.idea.title}</bdi></strong>` })}
  </p>`;

function providerLink({ name }: Provider, { t, intent: { next, vote } }: SignInPage): Html {
  const query = new URLSearchParams({ next, ...(vote === undefined ? {} : { vote }), provider: name });
  return html`<p class="wide">
    <a class="button" href="/sign-in/provider?${query.toString()}">${t.text('signIn.with', { name })}</a>
  </p>`;
}

const providerForm = ({ name }: Provider, { t, intent, visitor }: SignInPage): Html =>
  html`<form method="post" action="/sign-in/provider" class="wide">
    ${csrfField(visitor)}${intentFields(intent)}
    <button type="submit" name="provider" value="${name}">${t.text('signIn.with', { name })}</button>
  </form>`;

/**
 * The page that replaces the sign-in page in a frame of another site: browsers send no cookies of ours there, and no
 * one should type a password or code into a frame.
 */
export const newTabView = (
  { next, vote }: Intent,
  { brand, embedOrigins }: OriginPortal,
  t: PageTexts,
): WebResponse =>
  pageResponse({
    title: t.text('signIn.title'),
    language: t.language,
    brand,
    framedBy: embedOrigins,
    script: frameScript.path,
    body: html`<section class="card">
      <h1>${t.text('signIn.title')}</h1>
      <p>${t.text('signIn.newTabText')}</p>
      <p class="wide">
        <a class="button" href="${signInPath(next, vote)}" target="_blank" rel="noopener"
          >${t.text('signIn.newTab')}</a
        >
      </p>
      <p class="quiet small"><a href="${next}">${t.text('signIn.back')}</a></p>
    </section>`,
  });
