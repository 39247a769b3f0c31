import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { pageScript } from '../../kernel/html/assets.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Challenge } from './challenge-store.ts';
import type { Visitor } from '../session/csrf.ts';
import type { OriginPortal } from '../session/intent.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { RESENT } from './code-sent.ts';
import { CONFIRM } from './confirm-identity.ts';
import { inFrame, otherAddress } from './sign-in-view.ts';
import { purposeOf } from './purpose-view.ts';
import { codeField, csrfField, intentFields } from '../session/form-fields-view.ts';
import { branded } from './branded-view.ts';

interface CodePage {
  t: PageTexts;
  visitor: Visitor;
  challenge: Pick<Challenge, 'email' | 'intent' | 'digits'>;
  /** Whether the code was sent once more. */
  isResent?: boolean;
  portal: OriginPortal | undefined;
  problem?: string | undefined;
  /** Whether it is in a frame of another site. */
  isInFrame?: boolean;
}

/** The page on which the code is entered; its other form has a new one sent. */
export const codeView = ({
  t,
  visitor,
  challenge,
  portal,
  isResent = false,
  problem,
  isInFrame = false,
}: CodePage): WebResponse => {
  const framed = inFrame({ portal, isInFrame });
  return pageResponse({
    status: problem === undefined ? 200 : 401,
    title: t.text('code.title'),
    language: t.language,
    ...branded(portal?.brand ?? visitor.brand, t),
    ...framed,
    script: [pageScript.path, ...(framed.script === undefined ? [] : [framed.script])],
    body: html`<section class="card">
      <h1>${t.text(visitor.session ? 'code.confirm' : 'code.title')}</h1>
      ${!visitor.session && purposeOf(challenge.intent, portal, t)}
      ${isResent && problem === undefined && html`<p class="thanks" role="status">${t.text('code.resent')}</p>`}
      <p>${t.markup('code.sent', { email: html`<strong><bdi>${challenge.email}</bdi></strong>` })}</p>
      ${
        problem !== undefined &&
        html`<div class="notice bad" role="alert" id="problem"><p>${problem}</p></div>`
      }
      <form method="post" action="/sign-in/code" class="wide">
        ${csrfField(visitor)}${intentFields(challenge.intent)} ${isResent && resentField}
        ${codeField({ label: t.text('code.code'), isWrong: problem !== undefined, digits: challenge.digits })}
        <button type="submit">${t.text('code.continue')}</button>
      </form>
      <form method="post" action="/sign-in" class="inline quiet small">
        ${csrfField(visitor)}${intentFields(challenge.intent)}${resentField}
        <input type="hidden" name="email" value="${challenge.email}" />
        <p>
          ${t.markup('code.again', {
            button: html`<button
              type="submit"
              name="way"
              value="${visitor.session ? CONFIRM : 'code'}"
              class="link"
            >
              ${t.text('code.resend')}
            </button>`,
          })}
        </p>
        ${visitor.session && html`<p><a href="${challenge.intent.next}">${t.text('signIn.back')}</a></p>`}
      </form>
      ${!visitor.session && otherAddress(challenge.intent, t)}
    </section>`,
  });
};

const resentField = html`<input type="hidden" name="${RESENT}" value="1" />`;
