import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { ShownError } from '../session/page-error.ts';
import { backLink, backToAccount, type WayBack } from './way-back-view.ts';
import { branded } from './branded-view.ts';

interface ErrorPage {
  t: PageTexts;
  status: number;
  error: ShownError;
  requestId: string;
  back: WayBack | undefined;
  brand: Brand | undefined;
  below?: Fragment;
}

/** The page of an error, with the way back or to the account, which asks to sign in, and with the request's id for the operator. */
export const errorPageView = ({
  t,
  status,
  error: { title, text },
  requestId,
  back,
  brand,
  below,
}: ErrorPage): WebResponse =>
  pageResponse({
    status,
    title,
    language: t.language,
    ...branded(brand, t),
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      ${below} ${backLink(back, t) ?? backToAccount(t)}
      <p class="quiet small">${t.text('error.requestId', { id: requestId })}</p>
    </section>`,
  });
