import { directionOf, type Language } from '../core/languages.ts';
import { icon, pageSheet } from './assets.ts';
import { iconLinks } from './icon-links-view.ts';
import { Html, html, type Fragment } from './html.ts';

/** The branding of a page instead of Plotline's own: a portal's name, color and logo. */
export interface Brand {
  name: string;
  /** The link of its name. */
  href: string;
  color: string;
  /** The path of its logo. */
  logo?: string;
  /** The addresses of its company's own pages. */
  company?: Record<'websiteUrl' | 'privacyUrl' | 'imprintUrl', string | null>;
}

/** The contents of a page. */
export interface PageView {
  title: string;
  /** The language of its texts, English unless said. */
  language?: Language;
  body: Fragment;
  /** Shown above the content: the signed-in user and the sign-out button. */
  account?: Fragment;
  brand?: Brand | undefined;
  /** Shown below the content. */
  foot?: Fragment;
}

interface DocumentView extends PageView {
  /** The first thing of the page: the link past what is before the content. */
  skip?: Fragment;
  /** Placed before the content: navigation. */
  navigation?: Fragment;
  /** What search engines and readers of links are notified of the page. */
  head?: Fragment;
  /** The text of its style element. */
  style?: string | undefined;
  /** The path of an additional stylesheet. */
  sheet?: string;
  /** The paths of scripts, which run once the page has been read. */
  script?: string | readonly string[];
}

/** The complete document of a page. */
export const documentView = ({
  title,
  language = 'en',
  head,
  body,
  account,
  skip,
  navigation,
  style,
  sheet,
  script,
  brand,
  foot,
}: DocumentView): Html =>
  html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${brand?.name ?? 'Plotline'}</title>
        ${iconLinks(brand?.logo)} ${head}
        <link rel="stylesheet" href="${pageSheet.path}" />
        ${sheet && html`<link rel="stylesheet" href="${sheet}" />`}
        ${[script ?? []].flat().map((path) => html`<script src="${path}" defer></script>`)}
        ${style && new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${skip}
        <header class="top">
          ${brandLink(brand ?? { name: 'Plotline', href: '/', logo: icon.path })} ${account}
        </header>
        ${navigation}
        <main id="content">${body}</main>
        ${foot}
      </body>
    </html>`;

const brandLink = ({ name, href, logo }: Pick<Brand, 'name' | 'href' | 'logo'>): Html =>
  html`<a class="brand" href="${href}"
    >${logo ? html`<img src="${logo}" alt="" width="32" height="32" />` : initialOf(name)}<bdi
      >${name}</bdi
    ></a
  >`;

/** What stands for the logo of a portal without one. */
export const initialOf = (name: string): Html =>
  html`<span class="initial" aria-hidden="true">${[...name.trim()][0]?.toUpperCase()}</span>`;

interface Continuing {
  /** The validated location to continue to; it is rendered as a link. */
  location: string;
  title: string;
  text: Fragment;
  /** The text of the link. */
  button: string;
  language: Language;
}

/** The page that continues to another site on its own, with a link for browsers that do not. */
export const continueView = ({ location, title, text, button, language }: Continuing): PageView => ({
  title,
  language,
  body: html`<section class="card">
    <h1>${title}</h1>
    <p>${text}</p>
    <p class="wide"><a class="button" href="${location}">${button}</a></p>
  </section>`,
});
