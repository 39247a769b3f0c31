import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { signInPath } from '../session/next-path.ts';

interface AddressUndoPage {
  t: PageTexts;
  /** The former address. */
  email: string;
  /** The page's own path, to which its form posts. */
  action: string;
}

/** The page that offers to undo a change of address. */
export const addressUndoView = ({ t, email, action }: AddressUndoPage): WebResponse =>
  pageResponse({
    title: t.text('address.backTitle'),
    language: t.language,
    body: html`<section class="card">
      <h1>${t.text('address.backTitle')}</h1>
      <p>${t.markup('address.backText', { email: html`<strong><bdi>${email}</bdi></strong>` })}</p>
      <form method="post" action="${action}" class="wide">
        <button type="submit" class="danger">${t.text('address.undo')}</button>
      </form>
    </section>`,
  });

/** The page after a change of address was undone. */
export const addressUndoneView = (t: PageTexts): WebResponse =>
  pageResponse({
    title: t.text('address.backDone'),
    language: t.language,
    body: html`<section class="card">
      <h1>${t.text('address.backDone')}</h1>
      <p>
        ${t.markup('address.backDoneText', {
          link: html`<a href="${signInPath('/account')}">${t.text('signIn.title')}</a>`,
        })}
      </p>
    </section>`,
  });
