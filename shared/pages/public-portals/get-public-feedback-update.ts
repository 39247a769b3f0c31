import { publicRead } from '../../kernel/api/operation/public-operation.ts';
import { Moved } from '../../kernel/api/http/public-read.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { publicUpdateSchema } from '../../feedback/updates/update.ts';
import { addresses } from '../portal/addresses.ts';
import { CACHE_SECONDS } from '../portal/find-portal.ts';
import { findUpdateId, publishedOrThrow } from './find-updates.ts';
import { portalErrorPage } from '../portal/portal-error-page.ts';
import { slugParameter } from '../portal/public-portal.ts';

export const getPublicFeedbackUpdate = publicRead({
  id: 'getPublicFeedbackUpdate',
  path: '/portals/{portalSlug}/feedback/updates/{updateSlug}',
  tag: 'Public portals',
  summary: 'Get a published portal update',
  description: 'Returns a published update with the items that it is about. Drafts return 404.',
  params: { portalSlug: slugParameter(), updateSlug: slugParameter() },
  output: publicUpdateSchema,
  cacheSeconds: CACHE_SECONDS,
  page: async () => (await import('./feedback-update-page.ts')).updatePage,
  errorPage: portalErrorPage,
  handle: async ({ path: { portalSlug, updateSlug }, baseUrl, ...call }) => {
    const read = readAhead(call.read, addresses.update(portalSlug, updateSlug));
    const [portal, updateId] = await findUpdateId(read, { portalSlug, updateSlug });
    const update = await publishedOrThrow(read, updateId, baseUrl);
    if (update.slug !== updateSlug) throw new Moved({ portalSlug: portal.slug, updateSlug: update.slug });
    return update;
  },
});
