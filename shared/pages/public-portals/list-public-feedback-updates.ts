import { publicList } from '../../kernel/api/operation/public-operation.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { publicUpdateSchema } from '../../feedback/updates/update.ts';
import { addresses } from '../portal/addresses.ts';
import { CACHE_SECONDS, loadPublicPortal } from '../portal/find-portal.ts';
import { findPublished } from './find-updates.ts';
import { portalErrorPage } from '../portal/portal-error-page.ts';
import { slugParameter } from '../portal/public-portal.ts';

export const listPublicFeedbackUpdates = publicList({
  id: 'listPublicFeedbackUpdates',
  path: '/portals/{portalSlug}/feedback/updates',
  tag: 'Public portals',
  summary: 'List published portal updates',
  description: "Returns a portal's published updates, newest first.",
  params: { portalSlug: slugParameter() },
  item: publicUpdateSchema,
  cacheSeconds: CACHE_SECONDS,
  page: async () => (await import('./changelog-page.ts')).changelogPage,
  errorPage: portalErrorPage,
  handle: async ({ path: { portalSlug }, page, baseUrl, ...call }) => {
    const read = readAhead(call.read, addresses.updates(portalSlug) + JSON.stringify(page));
    const [, updates] = await loadPublicPortal(read, portalSlug, (id) =>
      findPublished(read, id, page, baseUrl),
    );
    return updates;
  },
});
