import { pageHeaders } from './headers.ts';
import { html, type Fragment, type Html } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';

export interface Page {
  title: string;
  body: Fragment;
  status?: number;
  /** Source expressions of where its forms may end up beside this service (CSP form-action). */
  formTargets?: readonly string[];
  /** Shown above the content: who is signed in, and the way out. */
  account?: Fragment;
}

/** The answer that shows a page, which is kept nowhere. */
export const pageAnswer = ({ status = 200, formTargets, ...page }: Page) => ({
  status,
  headers: pageHeaders(formTargets),
  body: documentOf(page).text,
});

interface Document extends Pick<Page, 'title' | 'body' | 'account'> {
  /** Stands before the content in the markup: ways to other pages. */
  beside?: Fragment;
  /** The path of a stylesheet for what only such pages have. */
  sheet?: string;
}

/** The whole document of a page. */
export const documentOf = ({ title, body, account, beside, sheet }: Document): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Plotline</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        ${sheet && html`<link rel="stylesheet" href="${sheet}" />`}
      </head>
      <body>
        <header class="top">
          <span class="brand">Plotline</span>
          ${account}
        </header>
        ${beside}
        <main id="content">${body}</main>
      </body>
    </html>`;

/** The answer that sends the browser elsewhere with a GET, whatever it came with (303 See Other). */
export const redirectAnswer = (location: string) => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
