import { pageHeaders } from './headers.ts';
import { html, type Fragment, type Html } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';

export interface Page {
  title: string;
  body: Fragment;
  status?: number;
  /** Shown above the content: who is signed in, and the way out. */
  account?: Fragment;
}

/** The answer that shows a page, which is kept nowhere. */
export const pageResponse = ({ status = 200, ...page }: Page) => ({
  status,
  headers: pageHeaders(),
  body: renderDocument(page).text,
});

interface Document extends Pick<Page, 'title' | 'body' | 'account'> {
  /** Stands before the content in the markup: ways to other pages. */
  beside?: Fragment;
  /** The path of a stylesheet for what only such pages have. */
  sheet?: string;
}

/** The whole document of a page. */
export const renderDocument = ({ title, body, account, beside, sheet }: Document): Html =>
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
          <a class="brand" href="/">Plotline</a>
          ${account}
        </header>
        ${beside}
        <main id="content">${body}</main>
      </body>
    </html>`;

/**
 * The answer to a form that leads out of this service: a page that goes on by itself, without a script. Chrome
 * holds every redirect after a form to the form-action of the form's page, those of other sites too; from here
 * the browser starts afresh. Only for a location that was judged: it is a link as well.
 */
export function continueResponse({
  location,
  title,
  text,
}: {
  location: string;
  title: string;
  text: Fragment;
}) {
  const body = html`<section class="card">
    <h1>${title}</h1>
    <p>${text}</p>
    <p class="wide"><a class="button" href="${location}">Continue</a></p>
  </section>`;
  const { headers, ...answer } = pageResponse({ title, body });
  return { ...answer, headers: { ...headers, refresh: `0;url=${location}` } };
}

/** The answer that sends the browser elsewhere with a GET, whatever it came with (303 See Other). */
export const redirectResponse = (location: string) => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
