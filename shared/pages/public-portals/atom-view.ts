import { html, type Html } from '../../kernel/html/html.ts';

/** A feed, with URLs as they are for its readers and times as ISO 8601. */
interface AtomFeed {
  id: string;
  title: string;
  /** Its name; by default, the title. */
  author?: string | undefined;
  updatedAt: string;
  baseUrl: string;
  /** The paths of the feed and of the page that has the same. */
  path: string;
  pagePath: string;
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  id: string;
  title: string;
  publishedAt: string | undefined;
  updatedAt: string;
  url: string;
  summary?: string | undefined;
  /** Rendered; it stands for itself, without its stylesheet. */
  content?: Html | undefined;
  tags?: readonly string[];
}

/** The root element of an Atom feed (RFC 4287). */
export const atomView = ({
  id,
  title,
  author,
  updatedAt,
  baseUrl,
  path,
  pagePath,
  entries,
}: AtomFeed): Html =>
  html`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${baseUrl}/">
    <id>${id}</id>
    <title>${title}</title>
    <updated>${updatedAt}</updated>
    <author><name>${author ?? title}</name></author>
    <link rel="self" type="application/atom+xml" href="${baseUrl}${path}" />
    <link rel="alternate" type="text/html" href="${baseUrl}${pagePath}" />
    ${entries.map(entryView)}
  </feed> `;

const entryView = ({
  id,
  title,
  publishedAt,
  updatedAt,
  url,
  summary,
  content,
  tags = [],
}: AtomEntry): Html =>
  html`<entry>
    <id>${id}</id>
    <title>${title}</title>
    <published>${publishedAt}</published>
    <updated>${updatedAt}</updated>
    <link rel="alternate" type="text/html" href="${url}" />
    ${tags.map((tag) => html`<category term="${tag}" />`)} ${summary && html`<summary>${summary}</summary>`}
    ${content && html`<content type="html">${content.text}</content>`}
  </entry>`;
