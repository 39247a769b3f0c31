import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { signInPath } from './next-path.ts';

interface AddressUndoPage {
  /** The former address. */
  email: string;
  /** The page's own path, to which its form posts. */
  action: string;
}

/** The page that offers to undo a change of address. */
export const addressUndoView = ({ email, action }: AddressUndoPage): WebResponse =>
  pageResponse({
    title: 'Get your account back',
    body: html`<section class="card">
      <h1>Get your account back</h1>
      <p>
        Your account gets the address <strong><bdi>${email}</bdi></strong> again. Everybody is signed out,
        applications lose their access, and the password no longer works.
      </p>
      <form method="post" action="${action}" class="wide">
        <button type="submit" class="danger">Undo the change</button>
      </form>
    </section>`,
  });

/** The page after a change of address was undone. */
export const addressUndoneView = (): WebResponse =>
  pageResponse({
    title: 'Your account is back',
    body: html`<section class="card">
      <h1>Your account is back</h1>
      <p>
        <a href="${signInPath('/account')}">Sign in</a> with a code by mail, and set a new password there if
        you had one.
      </p>
    </section>`,
  });
