import { cacheControl } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { withoutOverrides } from '../../kernel/core/visible.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { toShownUpdate } from '../../feedback/updates/update-store.ts';
import { addresses } from '../portal/addresses.ts';
import { CACHE_SECONDS, findPublicPortal } from '../portal/find-portal.ts';
import { feedContents } from './feed-contents.ts';
import { feedView } from './feed-view.ts';
import { findPublishedItems } from './find-updates.ts';
import { portalAddress } from '../portal/portal-address.ts';
import { showPortal } from '../portal/public-portal.ts';

const ENTRIES = 20;

/** A portal's published updates as an Atom feed (RFC 4287). */
export async function updatesFeed(call: WebCall): Promise<WebResponse> {
  const portalSlug = call.request.parameters['portalSlug']!;
  const read = readAhead(call.read, addresses.feed(portalSlug));
  const portal = await findPublicPortal(read, portalSlug);
  const items = await findPublishedItems(read, portal.id, { limit: ENTRIES, after: undefined });
  const { baseUrl } = portalAddress(portal, call, undefined);
  const contents = await feedContents(read, items);
  const feed = feedView({
    portal: showPortal(portal, baseUrl),
    updates: items.map(toShownUpdate),
    contents,
    baseUrl,
  });
  return {
    status: 200,
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': cacheControl(CACHE_SECONDS),
      'access-control-allow-origin': '*',
    },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${asXml(withoutOverrides(feed.text))}`,
  };
}

/** Removes characters that XML documents cannot contain (XML 1.0, section 2.2). */
const asXml = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
