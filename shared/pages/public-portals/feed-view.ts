import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import type { ShownPortal } from './public-portal.ts';

const EXCERPT_MAX_CHARACTERS = 320;

interface Feed {
  portal: ShownPortal;
  updates: readonly FeedbackUpdate[];
  /** Rendered bodies, by the ids of the updates. */
  contents: ReadonlyMap<string, Html>;
  baseUrl: string;
}

/** A portal's published updates as the root element of an Atom feed (RFC 4287). */
export function feedView({ portal, updates, contents, baseUrl }: Feed): Html {
  const { name } = portal;
  const newest = updates.map(({ updatedAt }) => updatedAt).sort();
  return html`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${baseUrl}/">
    <id>urn:uuid:${portal.id}</id>
    <title>${name}</title>
    <updated>${newest.at(-1) ?? portal.updatedAt}</updated>
    <author><name>${name}</name></author>
    <link rel="self" type="application/atom+xml" href="${baseUrl}${addresses.feed(portal.slug)}" />
    <link rel="alternate" type="text/html" href="${baseUrl}${addresses.updates(portal.slug)}" />
    ${updates.map((update) => entry(update, contents.get(update.id), `${baseUrl}${addresses.update(portal.slug, update.slug)}`))}
  </feed> `;
}

const entry = (
  { id, title, summary, body, publishedAt, updatedAt }: FeedbackUpdate,
  content: Html | undefined,
  address: string,
) => {
  const short = summary ? plainNote(summary) : !content && body && excerptOf(body, EXCERPT_MAX_CHARACTERS);
  return html`<entry>
    <id>urn:uuid:${id}</id>
    <title>${title}</title>
    <published>${publishedAt}</published>
    <updated>${updatedAt}</updated>
    <link rel="alternate" type="text/html" href="${address}" />
    ${short && html`<summary>${short}</summary>`}
    ${content && html`<content type="html">${content.text}</content>`}
  </entry>`;
};
