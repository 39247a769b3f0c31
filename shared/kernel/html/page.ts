import { createHash } from 'node:crypto';
import { pageHeaders } from './headers.ts';
import { Html, html, type Fragment } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';
import { themeOf } from './theme.ts';

/** Whose page it is to be, in the place of Plotline's own: a portal's name, color and logo. */
export interface Brand {
  name: string;
  /** Where its name leads. */
  href: string;
  color: string;
  /** The path of its logo. */
  logo?: string;
}

interface Page {
  title: string;
  body: Fragment;
  status?: number;
  /** Shown above the content: the signed-in user and the sign-out button. */
  account?: Fragment;
  brand?: Brand | undefined;
  /** Origins that may show it in a frame; nobody may where it is left out. */
  framedBy?: readonly string[];
}

/** The response with a page; never cached. */
export function pageResponse({ status = 200, framedBy = [], ...page }: Page) {
  const style = page.brand && brandStyle(page.brand);
  const styleHash = style && `sha256-${createHash('sha256').update(style).digest('base64')}`;
  return {
    status,
    headers: pageHeaders({ framedBy, ...(styleHash === undefined ? {} : { styleHash, images: true }) }),
    body: renderDocument(page).text,
  };
}

/** The page's own colors, derived from those of the brand. */
const brandStyle = ({ color }: Brand): string =>
  `${themeOf(color)}:root{--accent:var(--brand);--accent-hover:var(--brand);--on-accent:var(--on-brand)}`;

interface Document extends Pick<Page, 'title' | 'body' | 'account' | 'brand'> {
  /** Placed before the content: navigation. */
  navigation?: Fragment;
  /** The path of an additional stylesheet. */
  sheet?: string;
  /** The path of a script, which runs once the page has been read. */
  script?: string;
}

/** The complete document of a page. */
export const renderDocument = ({ title, body, account, navigation, sheet, script, brand }: Document): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${brand?.name ?? 'Plotline'}</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        ${sheet && html`<link rel="stylesheet" href="${sheet}" />`}
        ${script && html`<script src="${script}" defer></script>`}
        ${brand && new Html(`<style>${brandStyle(brand)}</style>`)}
      </head>
      <body>
        <header class="top">
          ${brand ? brandLink(brand) : html`<a class="brand" href="/">Plotline</a>`} ${account}
        </header>
        ${navigation}
        <main id="content">${body}</main>
      </body>
    </html>`;

const brandLink = ({ name, href, logo }: Brand): Html =>
  html`<a class="brand" href="${href}"
    >${logo && html`<img src="${logo}" alt="" width="32" height="32" />`}<bdi>${name}</bdi></a
  >`;

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
