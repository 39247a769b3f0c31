import { signInPath } from '../accounts/next-path.ts';
import { csrfField } from '../accounts/form-fields-view.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import { displayName } from '../../identity/principals/display-name.ts';
import { portalSheet } from '../../kernel/html/assets.ts';
import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import type { ShownPortal } from './public-portal.ts';

/** Maximum length of a page's meta description in characters. */
export const DESCRIPTION_MAX_CHARACTERS = 180;

/** A signed-in visitor, as pages show them. */
export interface PortalVisitor {
  session: { isCustomer?: boolean; user: { name: string | null } };
  csrfToken: string;
}

/** The data common to all pages of a portal. */
export interface PortalFrame {
  portal: ShownPortal;
  visitor: PortalVisitor | undefined;
  /** Set if the visitor is one of the team behind the portal. */
  team?: { isPreview: boolean } | undefined;
  /** The service's public base URL. */
  baseUrl: string;
}

/** The contents of a portal's page. */
export interface PortalView {
  /** The path of the page with its query. */
  path: string;
  tab: 'feedback' | 'roadmap' | 'changelog' | 'manage' | undefined;
  title: string;
  /** For search engines and link previews; plain text. */
  description?: string | null;
  imageUrl?: string | null;
  type?: 'website' | 'article';
  body: Fragment;
}

interface PortalPage extends PortalFrame, PortalView {}

/** The complete document of a portal's page. `theme` is the text of its style element. */
export const portalDocumentView = (frame: PortalFrame, view: PortalView, theme: string): Html => {
  const page = { ...frame, ...view };
  const { portal, body } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(page)}
        <link rel="stylesheet" href="${portalSheet.path}" />
        ${new Html(`<style>${theme}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="masthead">
          <div class="wrap">
            <a class="brand" href="${addresses.portal(portal.slug)}"
              >${logoOf(portal)}<bdi>${portal.name}</bdi></a
            >
            ${account(page)}
          </div>
        </header>
        ${tabs(page)}
        ${
          page.team?.isPreview &&
          html`<p class="preview">
            <strong>Preview.</strong> This portal is private. Only your team can see it.
          </p>`
        }
        <main id="content" tabindex="-1"><div class="wrap">${body}</div></main>
        <footer class="foot">
          <div class="wrap">
            ${legalLinks(portal)}
            <a href="${addresses.feed(portal.slug)}">Atom feed</a>
          </div>
        </footer>
        ${
          !page.team &&
          portal.embedOrigins.length > 0 &&
          html`<script src="${addresses.frameScript(portal.slug)}" defer></script>`
        }
      </body>
    </html>`;
};

function headOf({ portal, title, description, imageUrl, type = 'website', baseUrl, path }: PortalPage): Html {
  const whole = title === portal.name ? title : `${title} · ${portal.name}`;
  const about = description ? truncate(description, DESCRIPTION_MAX_CHARACTERS) : undefined;
  const image = imageUrl ?? portal.logoUrl;
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="${portal.color}" />
    <title>${whole}</title>
    ${about && html`<meta name="description" content="${about}" />`}
    <link rel="canonical" href="${baseUrl}${path}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:site_name" content="${portal.name}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:url" content="${baseUrl}${path}" />
    ${about && html`<meta property="og:description" content="${about}" />`}
    ${image && html`<meta property="og:image" content="${image}" />`}
    <meta name="twitter:card" content="${imageUrl ? 'summary_large_image' : 'summary'}" />
    <link
      rel="alternate"
      type="application/atom+xml"
      title="Updates"
      href="${addresses.feed(portal.slug)}"
    />`;
}

/** Whose portal it is, with the company's own pages. */
const legalLinks = ({ name, websiteUrl, privacyUrl, imprintUrl }: ShownPortal): Fragment => [
  websiteUrl === null ? html`<span>${name}</span>` : html`<a href="${websiteUrl}" target="_top">${name}</a>`,
  privacyUrl !== null && html`<a href="${privacyUrl}" target="_top">Privacy</a>`,
  imprintUrl !== null && html`<a href="${imprintUrl}" target="_top">Imprint</a>`,
];

function logoOf({ logoUrl, name }: ShownPortal): Html {
  if (logoUrl) return html`<img src="${new URL(logoUrl).pathname}" alt="" width="40" height="40" />`;
  const initial = [...name.trim()][0]?.toUpperCase();
  return html`<span class="initial" aria-hidden="true">${initial}</span>`;
}

function account({ portal, visitor, path }: PortalPage): Html {
  if (!visitor) return html`<div class="who"><a href="${signInPath(path)}">Sign in</a></div>`;
  const { user, isCustomer } = visitor.session;
  const name = html`<bdi>${user.name === null ? 'Your account' : displayName(user.name)}</bdi>`;
  return html`<div class="who">
    ${isCustomer ? name : html`<a href="/account" target="_top">${name}</a>`}
    <form method="post" action="${isCustomer ? addresses.signOutCustomer(portal.slug) : '/sign-out'}">
      ${csrfField(visitor)}<input type="hidden" name="next" value="${addresses.portal(portal.slug)}" />
      <button type="submit" class="link">Sign out</button>
    </form>
  </div>`;
}

function tabs({ portal: { slug }, tab, team }: PortalPage): Html {
  const all = [
    ['feedback', 'Feedback', addresses.portal(slug)],
    ['roadmap', 'Roadmap', addresses.roadmap(slug)],
    ['changelog', 'Changelog', addresses.updates(slug)],
    ...(team ? [['manage', 'Manage', addresses.manage(slug)] as const] : []),
  ] as const;
  return html`<nav class="tabs" aria-label="Portal">
    <ul class="plain wrap">
      ${all.map(
        ([name, text, href]) =>
          html`<li><a href="${href}" ${name === tab && html`aria-current="page"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
}
