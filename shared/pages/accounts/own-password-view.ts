import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Visitor } from './csrf.ts';
import { csrfField, currentPasswordField, newPasswordFields } from './form-fields-view.ts';
import type { Reauthentication } from './reauthentication.ts';
import { accountBar } from './account-bar-view.ts';

export const OWN_PASSWORD = '/account/password';

interface OwnPasswordPage {
  visitor: Visitor;
  email: string;
  /** What is still needed to set the password. */
  proof: Reauthentication;
  /** The error for what was sent. */
  problem?: string;
}

/** The page on which a person sets their password. */
export const ownPasswordView = ({ visitor, email, proof, problem }: OwnPasswordPage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 400,
    title: 'Your password',
    account: accountBar(visitor),
    body: html`<section class="card">
      <h1>Your password</h1>
      ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      ${proof !== 'code' && form(visitor, email, proof)}
      ${
        proof !== 'none' &&
        html`<p class="quiet small">
          ${proof === 'password' ? 'Forgot it? Sign' : 'To set one, sign'} out and sign in with a code by
          mail; then come back here within 15 minutes.
        </p>`
      }
      <p><a href="/account">Your account</a></p>
    </section>`,
  });

const form = (visitor: Visitor, email: string, proof: Reauthentication): Html =>
  html`<form method="post" action="${OWN_PASSWORD}" class="wide">
    ${csrfField(visitor)}
    <input type="hidden" name="username" value="${email}" autocomplete="username" />
    ${currentPasswordField(proof)} ${newPasswordFields()}
    <button type="submit">Set password</button>
  </form>`;
