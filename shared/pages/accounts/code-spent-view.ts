import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { branded } from './branded-view.ts';
import { RESENT } from './code-sent.ts';
import { CONFIRM } from './confirm-identity.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField, intentFields } from '../session/form-fields-view.ts';
import type { Intent, OriginPortal } from '../session/intent.ts';
import { purposeOf } from './purpose-view.ts';

interface CodeSpentPage {
  t: PageTexts;
  visitor: Visitor;
  intent: Intent;
  portal: OriginPortal | undefined;
  /** The address that the code was sent to; empty if it is not known any more. */
  email: string;
}

/** The page of a code that is not valid any more: its form has another one sent, for the same purpose. */
export const codeSpentView = ({ t, visitor, intent, portal, email }: CodeSpentPage): WebResponse =>
  pageResponse({
    status: 410,
    title: t.text('error.code'),
    language: t.language,
    ...branded(portal?.brand ?? visitor.brand, t),
    body: html`<section class="card">
      <h1>${t.text('error.code')}</h1>
      ${!visitor.session && purposeOf(intent, portal, t)}
      <form method="post" action="/sign-in" class="wide">
        ${csrfField(visitor)}${intentFields(intent)}
        ${email === '' ? otherCode(t) : sameAddress(email, visitor, t)}
      </form>
      ${portal && html`<p class="quiet small"><a href="${intent.next}">${t.text('signIn.back')}</a></p>`}
    </section>`,
  });

const sameAddress = (email: string, { session }: Visitor, t: PageTexts): Html =>
  html`<input type="hidden" name="email" value="${email}" /><input type="hidden" name="${RESENT}" value="1" />
    <p>${t.markup('code.spentText', { email: html`<strong><bdi>${email}</bdi></strong>` })}</p>
    <button type="submit" name="way" value="${session ? CONFIRM : 'code'}">${t.text('code.sendNew')}</button>
    ${!session && otherAddress(t)}`;

const otherCode = (t: PageTexts): Html =>
  html`<p>${t.text('error.codeText')}</p>
    <button type="submit" name="way" value="choose-code">${t.text('code.sendNew')}</button>`;

const otherAddress = (t: PageTexts): Html =>
  html`<p class="other">
    <button type="submit" name="way" value="choose-code" class="link">${t.text('code.otherAddress')}</button>
  </p>`;
