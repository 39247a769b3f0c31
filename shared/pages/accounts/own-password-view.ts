import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { OWN_PASSWORD } from '../session/account-paths.ts';
import { confirmForm } from './confirm-view.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField, currentPasswordField, newPasswordFields } from '../session/form-fields-view.ts';
import type { Reauthentication } from './reauthentication.ts';
import { accountBar } from './account-bar-view.ts';
import { branded } from './branded-view.ts';
import { backToAccount } from './way-back-view.ts';

interface OwnPasswordPage {
  t: PageTexts;
  visitor: Visitor;
  email: string;
  /** What is still needed to set the password. */
  proof: Reauthentication;
  /** Whether codes are sent, one of which is a proof too. */
  hasCodes: boolean;
  /** The error for what was sent. */
  problem: Fragment | undefined;
}

/** The page on which a person sets their password. */
export const ownPasswordView = ({
  t,
  visitor,
  email,
  proof,
  hasCodes,
  problem,
}: OwnPasswordPage): WebResponse => {
  const byCode = confirmForm({ t, visitor, email, next: OWN_PASSWORD, isSecond: proof === 'password' });
  return pageResponse({
    status: problem === undefined ? 200 : 400,
    title: t.text('password.title'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`${backToAccount(t)}
      <section class="card">
        <h1>${t.text('password.title')}</h1>
        ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
        ${proof !== 'code' && form({ t, visitor, email, proof })}
        ${proof !== 'none' && (hasCodes ? byCode : html`<p class="quiet small">${t.text(proof === 'password' ? 'password.forgot' : 'password.first')}</p>`)}
      </section>`,
  });
};

const form = ({ t, visitor, email, proof }: Omit<OwnPasswordPage, 'hasCodes' | 'problem'>): Html =>
  html`<form method="post" action="${OWN_PASSWORD}" class="wide">
    ${csrfField(visitor)}
    <input type="hidden" name="username" value="${email}" autocomplete="username" />
    ${currentPasswordField(proof, t)} ${newPasswordFields(t)}
    <button type="submit">${t.text('password.set')}</button>
  </form>`;
