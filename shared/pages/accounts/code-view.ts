import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Challenge } from './challenge-store.ts';
import type { Visitor } from './csrf.ts';
import type { OriginPortal } from './intent.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { signInPath } from './next-path.ts';
import { purposeOf } from './sign-in-view.ts';
import { codeField, csrfField, intentFields } from './form-fields-view.ts';

interface CodePage {
  t: PageTexts;
  visitor: Visitor;
  challenge: Pick<Challenge, 'email' | 'intent'>;
  portal: OriginPortal | undefined;
  problem?: string | undefined;
}

/** The page on which the code is entered; its other form has a new one sent. */
export const codeView = ({ t, visitor, challenge, portal, problem }: CodePage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 401,
    title: t.text('code.title'),
    language: t.language,
    brand: portal?.brand ?? visitor.brand,
    body: html`<section class="card">
      <h1>${t.text('code.title')}</h1>
      ${purposeOf(portal, t)}
      <p>${t.markup('code.sent', { email: html`<strong><bdi>${challenge.email}</bdi></strong>` })}</p>
      ${
        problem !== undefined &&
        html`<div class="notice bad" role="alert" id="problem"><p>${problem}</p></div>`
      }
      <form method="post" action="/sign-in/code" class="wide">
        ${csrfField(visitor)} ${codeField({ label: t.text('code.code'), isWrong: problem !== undefined })}
        <button type="submit">${t.text('code.continue')}</button>
      </form>
      <form method="post" action="/sign-in" class="inline quiet small">
        ${csrfField(visitor)}${intentFields(challenge.intent)}
        <input type="hidden" name="email" value="${challenge.email}" />
        <p>
          ${t.markup('code.again', {
            button: html`<button type="submit" name="way" value="code" class="link">
              ${t.text('code.resend')}
            </button>`,
          })}
        </p>
        <p>
          <a href="${signInPath(challenge.intent.next, challenge.intent.vote)}"
            >${t.text('code.otherAddress')}</a
          >
        </p>
      </form>
    </section>`,
  });
