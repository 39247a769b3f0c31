import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Visitor } from './csrf.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Session } from './session.ts';
import { accountBar } from './account-bar-view.ts';
import { codeField, csrfField, currentPasswordField } from './form-fields-view.ts';

export const OWN_ADDRESS = '/account/address';

interface AddressPage {
  visitor: Visitor;
  session: Session;
  proof: Reauthentication;
  /** The error for what was sent, and the address that was typed. */
  problem?: string;
  typed?: string;
}

/** The page on which a person asks for another address. */
export const addressView = ({ visitor, session, proof, problem, typed }: AddressPage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 400,
    title: 'Your address',
    account: accountBar(visitor),
    body: html`<section class="card">
      <h1>Your address</h1>
      <p>
        It is <strong><bdi>${session.user.email}</bdi></strong
        >.
      </p>
      ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      ${
        proof === 'code'
          ? html`<p>
              To change it, sign out and sign in with a code by mail; then come back here within 15 minutes.
            </p>`
          : html`<form method="post" action="${OWN_ADDRESS}" class="wide">
              ${csrfField(visitor)}
              <div class="field">
                <label for="email">New e-mail address</label>
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
                <p class="hint" id="email-hint">
                  We send it a code, and notify your present address. Workspaces that you have joined see the
                  new one.
                </p>
              </div>
              ${currentPasswordField(proof)}
              <button type="submit">Send me a code</button>
            </form>`
      }
      <p><a href="/account">Your account</a></p>
    </section>`,
  });

interface AddressCodePage {
  visitor: Visitor;
  /** The address that the code was sent to. */
  email: string;
  problem?: string;
}

/** The page on which the code that was sent to the new address is entered. */
export const addressCodeView = ({ visitor, email, problem }: AddressCodePage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 400,
    title: 'Enter your code',
    account: accountBar(visitor),
    body: html`<section class="card">
      <h1>Enter your code</h1>
      <p>
        We have sent a code to <strong><bdi>${email}</bdi></strong
        >. It is valid for ten minutes, in this browser. Your address changes once you have entered it.
      </p>
      ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      <form method="post" action="${OWN_ADDRESS}/code" class="wide">
        ${csrfField(visitor)} ${codeField()}
        <button type="submit">Change my address</button>
      </form>
      <p class="quiet small">
        Nothing there? Look into the folder for spam, or
        <a href="${OWN_ADDRESS}?another=1">start again</a>.
      </p>
    </section>`,
  });
