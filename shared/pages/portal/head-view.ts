import { truncate } from '../../kernel/core/truncate.ts';
import { iconLinks } from '../../kernel/html/icon-links-view.ts';
import { Html, html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { ShownPortal } from './public-portal.ts';
import { SOCIAL_SIZE } from './social-size.ts';

/** Maximum length of a page's meta description in characters. */
export const DESCRIPTION_MAX_CHARACTERS = 180;

/** What the heads of all pages of a portal are made from. */
export interface HeadFrame {
  t: PageTexts;
  portal: ShownPortal;
  /** The service's public base URL. */
  baseUrl: string;
  /** Set if the visitor is one of the team behind the portal, which may be private. */
  team?: { isPreview: boolean } | undefined;
}

/** What link previews are notified of a picture, so that they show it before they have loaded it. */
export interface PictureFacts {
  type: string;
  width: number | null;
  height: number | null;
}

/** What a page says of itself. */
export interface HeadView {
  /** The path of the page with its query. */
  path: string;
  /** The path that search engines should show instead. */
  canonicalPath?: string;
  /** Whether search engines should show it, as they do unless this is false. */
  isIndexed?: boolean;
  title: string;
  /** For search engines and link previews; plain text. */
  description?: string | null;
  /** A picture of its own for link previews; that of the portal without one. */
  picture?: ({ url: string } & Partial<PictureFacts>) | { path: string };
  type?: 'website' | 'article';
  /** Data for search engines, by the portal's base URL. */
  data?: (baseUrl: string) => object;
}

/** What search engines, chats and browsers read of a portal's page: its title, address, pictures and data. */
export function headView(frame: HeadFrame, view: HeadView): Html {
  const { t, portal, baseUrl } = frame;
  const { title, description, type = 'website', path, canonicalPath = path, isIndexed = true } = view;
  const whole = `${title} · ${portal.name}`;
  const about = description ? truncate(description, DESCRIPTION_MAX_CHARACTERS) : undefined;
  const url = `${baseUrl}${canonicalPath}`;
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="${portal.color}" />
    <title>${whole}</title>
    ${about && html`<meta name="description" content="${about}" />`}
    ${!isIndexed && html`<meta name="robots" content="noindex" />`}
    <link rel="canonical" href="${url}" />
    ${portalIcons(frame)}
    <meta property="og:title" content="${title}" />
    <meta property="og:site_name" content="${portal.name}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:url" content="${url}" />
    ${about && html`<meta property="og:description" content="${about}" />`}
    ${!frame.team?.isPreview && previewImage(frame, view)}
    <link
      rel="alternate"
      type="application/atom+xml"
      title="${t.text('layout.updates')}"
      href="${addresses.feed(portal.slug)}"
    />
    ${view.data && dataElement(view.data(baseUrl))}`;
}

/** The logo, or the portal's drawn icon, which there is not while the portal is private. */
function portalIcons({ portal: { slug, logoUrl }, team }: HeadFrame): Html {
  const logo = logoUrl && new URL(logoUrl).pathname;
  if (team?.isPreview) return iconLinks(logo);
  const drawn = addresses.icon(slug);
  return iconLinks(logo ?? drawn, drawn);
}

/** The picture of link previews: the page's own, or the portal's, which is drawn. */
function previewImage({ portal, baseUrl }: HeadFrame, { picture, title }: HeadView): Html {
  const drawn = {
    path: addresses.portalPicture(portal.slug),
    url: undefined,
    type: 'image/png',
    ...SOCIAL_SIZE,
  };
  const { path, url, type, width, height } =
    picture && 'url' in picture
      ? { path: '', type: undefined, width: null, height: null, ...picture }
      : { ...drawn, ...picture };
  const alt = `${title} · ${portal.name}`;
  return html`<meta property="og:image" content="${url ?? `${baseUrl}${path}`}" />
    ${type && html`<meta property="og:image:type" content="${type}" />`}
    ${
      width !== null &&
      height !== null &&
      html`<meta property="og:image:width" content="${width}" />
        <meta property="og:image:height" content="${height}" />`
    }
    <meta property="og:image:alt" content="${alt}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:image:alt" content="${alt}" />`;
}

/** Data of the page for search engines (JSON-LD); within it, nothing can end the element. */
const dataElement = (data: object): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
  );
