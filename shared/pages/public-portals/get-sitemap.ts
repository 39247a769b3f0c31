import { portalRoute } from '../portal/portal-route.ts';

/** The addresses of a portal's pages for search engines: a sitemap of each month (https://www.sitemaps.org/protocol.html). */
export const getSitemapIndex = portalRoute({
  id: 'getSitemapIndex',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/sitemap.xml',
  handle: async (call) => {
    const { sitemapIndex } = await import('./sitemap.ts');
    return await sitemapIndex(call);
  },
});

/** The pages of the ideas and updates of one month. */
export const getMonthSitemap = portalRoute({
  id: 'getMonthSitemap',
  method: 'GET',
  path: '/portals/{portalSlug}/feedback/sitemaps/{month}',
  handle: async (call) => {
    const { monthSitemap } = await import('./sitemap.ts');
    return await monthSitemap(call);
  },
});
