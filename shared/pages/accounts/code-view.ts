import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Challenge } from './challenge-store.ts';
import type { Visitor } from './csrf.ts';
import type { OriginPortal } from './intent.ts';
import { signInPath } from './next-path.ts';
import { purposeOf } from './sign-in-view.ts';
import { codeField, csrfField, intentFields } from './form-fields-view.ts';

interface CodePage {
  visitor: Visitor;
  challenge: Pick<Challenge, 'email' | 'intent'>;
  portal: OriginPortal | undefined;
  problem?: string | undefined;
}

/** The page on which the code is entered; its other form has a new one sent. */
export const codeView = ({ visitor, challenge, portal, problem }: CodePage): WebResponse =>
  pageResponse({
    status: problem === undefined ? 200 : 401,
    title: 'Enter your code',
    brand: portal?.brand,
    body: html`<section class="card">
      <h1>Enter your code</h1>
      ${purposeOf(portal)}
      <p>
        We sent a code to <strong><bdi>${challenge.email}</bdi></strong
        >. It works in this browser for 10 minutes.
      </p>
      ${
        problem !== undefined &&
        html`<div class="notice bad" role="alert" id="problem"><p>${problem}</p></div>`
      }
      <form method="post" action="/sign-in/code" class="wide">
        ${csrfField(visitor)} ${codeField(problem !== undefined)}
        <button type="submit">Continue</button>
      </form>
      <form method="post" action="/sign-in" class="inline quiet small">
        ${csrfField(visitor)}${intentFields(challenge.intent)}
        <input type="hidden" name="email" value="${challenge.email}" />
        <p>
          Didn't get it? Check your spam folder or
          <button type="submit" name="way" value="code" class="link">resend the code</button>.
        </p>
        <p>
          <a href="${signInPath(challenge.intent.next, challenge.intent.vote)}">Use another address</a>
        </p>
      </form>
    </section>`,
  });
