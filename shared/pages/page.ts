import { pageHeaders } from './headers.ts';
import { html, type Fragment, type Html } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';

interface Page {
  title: string;
  body: Fragment;
  status?: number;
  /** Shown above the content: the signed-in user and the sign-out button. */
  account?: Fragment;
}

/** The response with a page; never cached. */
export const pageResponse = ({ status = 200, ...page }: Page) => ({
  status,
  headers: pageHeaders(),
  body: renderDocument(page).text,
});

interface Document extends Pick<Page, 'title' | 'body' | 'account'> {
  /** Placed before the content: navigation. */
  navigation?: Fragment;
  /** The path of an additional stylesheet. */
  sheet?: string;
}

/** The complete document of a page. */
export const renderDocument = ({ title, body, account, navigation, sheet }: Document): Html =>
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
        ${navigation}
        <main id="content">${body}</main>
      </body>
    </html>`;

/**
 * The response to a form that leads to another site: a page that continues by itself, without a script.
 * Chrome applies the form-action of the form's page to every redirect after it, including other sites'
 * redirects; this page starts a new navigation. Pass only validated locations, since it is also rendered as a
 * link.
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

/** Redirects the browser with a GET, whatever the request method was (303 See Other). */
export const redirectResponse = (location: string) => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
