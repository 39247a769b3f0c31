import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { timeElement } from '../messages/times-view.ts';
import { OWN_ADDRESS } from '../session/account-paths.ts';
import { browserName } from './browser-name.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField } from '../session/form-fields-view.ts';
import type { ListedSession } from '../session/session-store.ts';
import type { Session } from '../session/session.ts';
import type { SignInMethods } from './sign-in-methods.ts';

/** How a person signs in, and where they are signed in. */
export interface SigningIn {
  t: PageTexts;
  visitor: Visitor;
  session: Session;
  sessions: readonly ListedSession[];
  methods: Pick<SignInMethods, 'password' | 'code'>;
  /** Whether the person only visits portals: they are in no workspace, nor invited to one. */
  isVisitor: boolean;
  /** Whether the person has a password. */
  hasPassword: boolean;
}

/** The parts of an account's page with the address, the password and the sessions of a person. */
export const signingIn = (page: SigningIn): Html => {
  const { t, sessions, methods } = page;
  return html`<h2>${t.text('account.signingIn')}</h2>
    <ul class="plain rows">
      ${addressRow(page)} ${methods.password && passwordRow(page)}
    </ul>
    <h2>${t.text('account.sessions')}</h2>
    <ul class="plain rows">
      ${sessions.map((one) => sessionRow(one, page))}
    </ul>`;
};

const addressRow = ({ t, session, methods, isVisitor }: SigningIn): Html =>
  html`<li>
    <div>
      <h3>${t.text('signIn.address')}</h3>
      <p><bdi>${session.user.email}</bdi></p>
      <p class="quiet small">${t.text(isVisitor ? 'account.emailHintVisitor' : 'account.emailHint')}</p>
    </div>
    ${
      methods.code &&
      html`<a href="${OWN_ADDRESS}" aria-label="${t.text('account.changeAddress')}"
        >${t.text('account.change')}</a
      >`
    }
  </li>`;

const passwordRow = ({ t, hasPassword }: SigningIn): Html =>
  html`<li>
    <div>
      <h3>${t.text('signIn.password')}</h3>
      <p class="quiet">${t.text(hasPassword ? 'account.passwordSet' : 'account.passwordNotSet')}</p>
    </div>
    <a
      href="/account/password"
      aria-label="${t.text(hasPassword ? 'account.changePassword' : 'account.setPassword')}"
      >${t.text(hasPassword ? 'account.change' : 'account.set')}</a
    >
  </li>`;

function sessionRow(one: ListedSession, { t, visitor, session }: SigningIn): Html {
  const isThis = one.id === session.secret.hash;
  const browser = isThis ? t.text('account.thisBrowser') : browserName(one.agent, t);
  return html`<li>
    <div>
      <h3>${browser}</h3>
      ${signedInAt(one, t)}
    </div>
    ${
      !isThis &&
      html`<form method="post" action="/account/sessions/end">
        ${csrfField(visitor)}<input type="hidden" name="session" value="${one.id}" />
        <button type="submit" class="second" aria-label="${t.text('account.signOutOf', { browser })}">
          ${t.text('layout.signOut')}
        </button>
      </form>`
    }
  </li>`;
}

const signedInAt = ({ startedAt }: ListedSession, t: PageTexts): Fragment =>
  startedAt !== undefined &&
  html`<p class="quiet small">
    ${t.markup('account.signedIn', { time: timeElement(new Date(startedAt).toISOString(), t) })}
  </p>`;
