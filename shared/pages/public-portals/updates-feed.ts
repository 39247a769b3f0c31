import { cacheControl } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { withoutOverrides } from '../../kernel/core/visible.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { excerptOf } from '../../feedback/markdown/excerpt.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { toShownUpdate } from '../../feedback/updates/update-store.ts';
import { addresses } from './addresses.ts';
import { CACHE_SECONDS, findPublicPortal, showPortal } from './find-portal.ts';
import { feedContents } from './feed-contents.ts';
import { findPublishedItems } from './find-updates.ts';

const ENTRIES = 20;
const EXCERPT_MAX_CHARACTERS = 320;

/** A portal's published updates as an Atom feed (RFC 4287). */
export async function updatesFeed(call: WebCall): Promise<WebResponse> {
  const baseUrl = call.services.baseUrl();
  const portalSlug = call.request.parameters['portalSlug']!;
  const read = readAhead(call.read, addresses.feed(portalSlug));
  const portal = await findPublicPortal(read, portalSlug);
  const { name } = showPortal(portal, baseUrl);
  const items = await findPublishedItems(read, portal.id, { limit: ENTRIES, after: undefined });
  const contents = await feedContents(read, items);
  const updates = items.map(toShownUpdate);
  const newest = updates.map(({ updatedAt }) => updatedAt).sort();
  const body = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${baseUrl}/">
    <id>urn:uuid:${portal.id}</id>
    <title>${name}</title>
    <updated>${newest.at(-1) ?? portal.updatedAt}</updated>
    <author><name>${name}</name></author>
    <link rel="self" type="application/atom+xml" href="${baseUrl}${addresses.feed(portal.slug)}" />
    <link rel="alternate" type="text/html" href="${baseUrl}${addresses.updates(portal.slug)}" />
    ${updates.map((update) => entry(update, contents.get(update.id), `${baseUrl}${addresses.update(portal.slug, update.slug)}`))}
  </feed> `;
  return {
    status: 200,
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': cacheControl(CACHE_SECONDS),
      'access-control-allow-origin': '*',
    },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${asXml(withoutOverrides(body.text))}`,
  };
}

/** Removes characters that XML documents cannot contain (XML 1.0, section 2.2). */
const asXml = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

const entry = (
  { id, title, summary, body, publishedAt, updatedAt }: FeedbackUpdate,
  content: Html | undefined,
  address: string,
) => {
  const short = summary ? summary : !content && body && excerptOf(body, EXCERPT_MAX_CHARACTERS);
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
