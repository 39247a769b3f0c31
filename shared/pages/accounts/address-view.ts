import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { OWN_ADDRESS } from '../session/account-paths.ts';
import { confirmForm } from './confirm-view.ts';
import type { Visitor } from '../session/csrf.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Session } from '../session/session.ts';
import { accountBar } from './account-bar-view.ts';
import { codeField, csrfField, currentPasswordField } from '../session/form-fields-view.ts';
import { branded } from './branded-view.ts';
import { backToAccount } from './way-back-view.ts';

interface AddressPage {
  t: PageTexts;
  visitor: Visitor;
  session: Session;
  proof: Reauthentication;
  /** The error for what was sent, and the address that was typed. */
  problem: Fragment | undefined;
  typed?: string | undefined;
}

/** The page on which a person asks for another address. */
export const addressView = ({ t, visitor, session, proof, problem, typed }: AddressPage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 400,
    title: t.text('address.title'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`${backToAccount(t)}
      <section class="card">
        <h1>${t.text('address.title')}</h1>
        <p>${t.markup('address.now', { email: shownAddress(session.user.email) })}</p>
        ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
        ${
          proof === 'code'
            ? confirmForm({ t, visitor, email: session.user.email, next: OWN_ADDRESS })
            : html`<form method="post" action="${OWN_ADDRESS}" class="wide">
                ${csrfField(visitor)}
                <div class="field">
                  <label for="email">${t.text('address.new')}</label>
                  <input
                    id="email"
                    name="email"
                    type="email"
                    autocomplete="email"
                    required
                    maxlength="254"
                    value="${typed}"
                    aria-describedby="email-hint"
                  />
                  <p class="hint" id="email-hint">${t.text('address.hint')}</p>
                </div>
                ${currentPasswordField(proof, t)}
                <button type="submit">${t.text('signIn.sendCode')}</button>
              </form>`
        }
      </section>`,
  });

interface AddressCodePage {
  t: PageTexts;
  visitor: Visitor;
  /** The address that the code was sent to. */
  email: string;
  problem: Fragment | undefined;
}

/** The page on which the code that was sent to the new address is entered. */
export const addressCodeView = ({ t, visitor, email, problem }: AddressCodePage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 400,
    title: t.text('code.title'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`<section class="card">
      <h1>${t.text('code.title')}</h1>
      <p>${t.markup('address.sent', { email: shownAddress(email) })}</p>
      ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      <form method="post" action="${OWN_ADDRESS}/code" class="wide">
        ${csrfField(visitor)} ${codeField({ label: t.text('code.code') })}
        <button type="submit">${t.text('address.change')}</button>
      </form>
      <p class="quiet small">
        ${t.markup('address.again', {
          link: html`<a href="${OWN_ADDRESS}?another=1">${t.text('address.restart')}</a>`,
        })}
      </p>
    </section>`,
  });

const shownAddress = (email: string): Html => html`<strong><bdi>${email}</bdi></strong>`;
