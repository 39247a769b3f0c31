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

/** The answer that shows a page: no script, nothing from elsewhere, and in nobody's frame. */
export const pageAnswer = ({ status = 200, formTargets = [], ...page }: Page) => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
  },
  body: documentOf(page).text,
});

const documentOf = ({ title, body, account }: Pick<Page, 'title' | 'body' | 'account'>): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Plotline</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
      </head>
      <body>
        <header class="top">
          <span class="brand">Plotline</span>
          ${account}
        </header>
        <main>${body}</main>
      </body>
    </html>`;

/** The answer that sends the browser elsewhere with a GET, whatever it came with (303 See Other). */
export const redirectAnswer = (location: string) => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
