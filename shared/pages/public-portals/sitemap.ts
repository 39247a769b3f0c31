import { cacheControl, publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import type { Html } from '../../kernel/html/html.ts';
import { findItemsOfMonth } from '../../feedback/items/find-items-of-month.ts';
import { findUpdatesOfMonth } from '../../feedback/updates/find-updates-of-month.ts';
import { addresses } from '../portal/addresses.ts';
import { CACHE_SECONDS, findPublicPortal, loadPublicPortal } from '../portal/find-portal.ts';
import { portalAddress } from '../portal/portal-address.ts';
import { monthsBetween, parseMonth } from './months.ts';
import { sitemapIndexView, sitemapView } from './sitemap-view.ts';

/** The sitemaps of a portal: one with its first pages, and one for each month since it began. */
export async function sitemapIndex(call: WebCall): Promise<WebResponse> {
  const { portalSlug } = call.request.parameters as { portalSlug: string };
  const portal = await findPublicPortal(call.read, portalSlug);
  const months = monthsBetween(new Date(portal.createdAt), call.now);
  const { baseUrl } = portalAddress(portal, call, undefined);
  return xmlResponse(
    sitemapIndexView(months.map((month) => `${baseUrl}${addresses.monthSitemap(portalSlug, month)}`)),
  );
}

/** The pages of a month's ideas and updates; with the current month, those of the portal itself. */
export async function monthSitemap(call: WebCall): Promise<WebResponse> {
  const { portalSlug, month } = call.request.parameters as { portalSlug: string; month: string };
  const span = parseMonth(month);
  if (!span) throw publicNotFound();
  const read = readAhead(call.read, call.request.path);
  const [portal, [items, updates]] = await loadPublicPortal(read, portalSlug, (portalId) =>
    Promise.all([findItemsOfMonth(read, portalId, span), findUpdatesOfMonth(read, portalId, span)]),
  );
  const { baseUrl } = portalAddress(portal, call, undefined);
  const isCurrent = span.start <= call.now && call.now < span.end;
  const front = [addresses.portal, addresses.roadmap, addresses.updates].map((address) => ({
    url: `${baseUrl}${address(portal.slug)}`,
    changedAt: undefined,
  }));
  return xmlResponse(
    sitemapView([
      ...(isCurrent ? front : []),
      ...items.map(({ slug, updatedAt }) => ({
        url: `${baseUrl}${addresses.item(portal.slug, slug)}`,
        changedAt: updatedAt,
      })),
      ...updates.map(({ slug, updatedAt }) => ({
        url: `${baseUrl}${addresses.update(portal.slug, slug)}`,
        changedAt: updatedAt,
      })),
    ]),
  );
}

const xmlResponse = (document: Html): WebResponse => ({
  status: 200,
  headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': cacheControl(CACHE_SECONDS) },
  body: `<?xml version="1.0" encoding="utf-8"?>\n${document.text}\n`,
});
