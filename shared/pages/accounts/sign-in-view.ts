import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { frameScript } from '../../browser/assets.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { Intent, OriginPortal } from '../session/intent.ts';
import { readDraft } from '../session/draft.ts';
import { isForAnyone, signInPath } from '../session/next-path.ts';
import type { Provider } from './oidc-provider.ts';
import type { Visitor } from '../session/csrf.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { csrfField, intentFields } from '../session/form-fields-view.ts';
import { purposeOf } from './purpose-view.ts';
import { branded } from './branded-view.ts';

export interface SignInPage {
  t: PageTexts;
  visitor: Visitor;
  intent: Intent;
  portal: OriginPortal | undefined;
  methods: SignInMethods;
  /** Whether it is in a frame of another site, where a code alone signs in. */
  isInFrame?: boolean;
  /** Whether the form for a password was asked for, where a code is the usual way. */
  byPassword?: boolean;
  /** The address that was typed before the way was chosen. */
  email?: string;
  /** The previous input, if it was rejected, and why. */
  failed?: { email: string; problem: PlainText; status: number };
}

/** What a button of the page asks for: a sign-in, or the form of the other way. */
export type Way = 'code' | 'password' | 'choose-code' | 'choose-password';

/** Where a form leads whose writer is not signed in. */
const draftSignIn = (next: string): string => `/sign-in/draft?${new URLSearchParams({ next }).toString()}`;

/** Signs in with a code and continues to the form for a new password. */
const RESET = signInPath('/account/password');

/** The sign-in page of the environment: its providers, and a form for a code by mail or a password, as far as it offers these. */
export const signInView = (page: SignInPage): WebResponse =>
  pageResponse({
    status: page.failed?.status ?? 200,
    title: page.t.text('signIn.title'),
    language: page.t.language,
    ...branded(page.portal?.brand ?? page.visitor.brand, page.t),
    ...inFrame(page),
    body: html`<section class="card">
      <h1>${page.t.text('signIn.title')}</h1>
      ${purposeOf(page.intent, page.portal, page.t)}
      ${page.failed && html`<div class="notice bad" role="alert" id="problem"><p>${page.t.text(page.failed.problem)}</p></div>`}
      ${!page.isInFrame && page.methods.providers.map((provider) => (page.intent.draft === undefined ? providerLink(provider, page) : providerForm(provider, page)))}
      ${form(page)}
      ${page.isInFrame === true && html`<p class="quiet small"><a href="${page.intent.next}">${page.t.text('signIn.back')}</a></p>`}
    </section>`,
  });

/** Who may frame the page, and the script of frames, where it is in one. */
export const inFrame = ({
  portal,
  isInFrame,
}: Pick<SignInPage, 'portal' | 'isInFrame'>): { framedBy?: readonly string[]; script?: string } =>
  portal && isInFrame ? { framedBy: portal.embedOrigins, script: frameScript.path } : {};

/** The form of the way that was chosen: a page has one address field. */
const form = (page: SignInPage): Fragment => {
  const { code, password } = page.methods;
  if (password && !page.isInFrame && (page.byPassword === true || !code)) return passwordForm(page);
  return code && codeForm(page);
};

/** The field for the address, with the focus unless it is filled in. */
const addressField = ({ t, failed, email = failed?.email }: SignInPage): Html =>
  html`<div class="field">
    <label for="email">${t.text('signIn.address')}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      required
      maxlength="254"
      value="${email}"
      ${failed && html`aria-invalid="true" aria-describedby="problem"`}
      ${(failed ? failed.status === 400 : !email) && html`autofocus`}
    />
  </div>`;

/** The button that changes between a code and a password, with the address that was typed. */
const otherWay = (way: Way, text: PlainText, t: PageTexts): Html =>
  html`<p class="other">
    <button type="submit" name="way" value="${way}" class="link" formnovalidate>${t.text(text)}</button>
  </p>`;

const codeForm = (page: SignInPage): Html => {
  const { t } = page;
  return html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(page.visitor)}${intentFields(page.intent)}
    <p class="hint">${t.text(isForAnyone(page.intent.next) ? 'signIn.codeHint' : 'signIn.codeOnlyHint')}</p>
    ${addressField(page)}
    <button type="submit" name="way" value="code">${t.text('signIn.sendCode')}</button>
    ${page.methods.password && !page.isInFrame && otherWay('choose-password', 'signIn.usePassword', t)}
  </form>`;
};

const passwordForm = (page: SignInPage): Html => {
  const { t } = page;
  const { code } = page.methods;
  return html`<form method="post" action="/sign-in" class="wide">
    ${csrfField(page.visitor)}${intentFields(page.intent)} ${addressField(page)}
    <div class="field">
      <label for="password">${t.text('signIn.password')}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        ${(page.email || page.failed?.status === 401) && html`autofocus`}
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
    <button type="submit" name="way" value="password">${t.text('signIn.title')}</button>
    ${code && otherWay('choose-code', 'signIn.useCode', t)}
  </form>`;
};

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
 * The page that replaces the sign-in page in a frame of another site where no codes are sent: no one should type a
 * password into a frame, nor are providers shown in one.
 */
export const newTabView = (
  intent: Intent,
  { brand, embedOrigins }: OriginPortal,
  t: PageTexts,
  /** The fields of a form that was sent. */
  written?: Readonly<Record<string, string>>,
): WebResponse =>
  pageResponse({
    title: t.text('signIn.title'),
    language: t.language,
    ...branded(brand, t),
    framedBy: embedOrigins,
    script: frameScript.path,
    body: html`<section class="card">
      <h1>${t.text('signIn.title')}</h1>
      <p>${t.text('signIn.newTabText')}</p>
      ${written === undefined ? newTabLink(intent, t) : newTabForm(intent.next, written, t)}
      <p class="quiet small"><a href="${intent.next}">${t.text('signIn.back')}</a></p>
    </section>`,
  });

const newTabLink = ({ next, vote }: Intent, t: PageTexts): Html =>
  html`<p class="wide">
    <a class="button" href="${signInPath(next, vote)}" target="_blank" rel="noopener"
      >${t.text('signIn.newTab')}</a
    >
  </p>`;

/** What was written goes along into the tab. */
const newTabForm = (next: string, written: Readonly<Record<string, string>>, t: PageTexts): Html =>
  html`<form class="wide" method="post" action="${draftSignIn(next)}" target="_blank" rel="noopener">
    ${hiddenFields(written)}
    <button type="submit">${t.text('signIn.newTab')}</button>
  </form>`;

const hiddenFields = (written: Readonly<Record<string, string>>): Html[] =>
  Object.entries(written).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );

/** Leads back to the sign-in page for another address, with what was written. */
export const otherAddress = ({ next, vote, draft }: Intent, t: PageTexts): Html =>
  draft === undefined
    ? html`<p class="quiet small">
        <a href="${signInPath(next, vote)}">${t.text('code.otherAddress')}</a>
      </p>`
    : html`<form class="inline quiet small" method="post" action="${draftSignIn(next)}">
        ${hiddenFields(readDraft(draft))}
        <button type="submit" class="link">${t.text('code.otherAddress')}</button>
      </form>`;
