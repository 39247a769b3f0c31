import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';

interface ErrorPage {
  status: number;
  title: string;
  message: string;
  requestId: string;
}

/** The page of an error, with the request's id for questions to the operator. */
export const errorPageView = ({ status, title, message, requestId }: ErrorPage): WebResponse =>
  pageResponse({
    status,
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${message}</p>
      <p class="quiet small">Request ID: ${requestId}</p>
    </section>`,
  });
