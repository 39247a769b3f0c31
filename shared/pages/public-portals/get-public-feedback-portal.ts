import * as z from 'zod';
import { publicRead } from '../../kernel/api/operation/public-operation.ts';
import { WithMeta } from '../../kernel/api/operation/public-serving.ts';
import { oneOrMany, sort } from '../../kernel/core/query-parameters.ts';
import { text, uuid } from '../../kernel/core/schema.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { readAhead } from '../../kernel/db/read-ahead.ts';
import { findOnFrontPage, findPublicItems, publicItemSorts } from '../../feedback/items/find-items.ts';
import { itemStatuses, tag } from '../../feedback/items/item.ts';
import { CACHE_SECONDS, loadPublicPortal } from '../portal/find-portal.ts';
import { portalErrorPage } from '../portal/portal-error-page.ts';
import {
  publicPortalSchema,
  Q_MAX_CHARACTERS,
  showPortal,
  slugParameter,
  type PublicPortal,
} from '../portal/public-portal.ts';

/** The most tags of a request: with more, its URL could be too long. */
const FILTER_TAGS_MAX = 10;

export const getPublicFeedbackPortal = publicRead({
  id: 'getPublicFeedbackPortal',
  path: '/portals/{portalSlug}/feedback',
  tag: 'Public portals',
  summary: 'Get a public portal',
  description:
    'Returns a portal and its items, sorted by votes with completed and closed items last, or newest first with sort=-createdAt. With q, only items with these words, best first, at most 100; a change is found within two seconds. When sorted by votes and filtered, a page can end early: rely on meta.hasMore. itemsHasMore and itemsNextCursor repeat meta.',
  params: { portalSlug: slugParameter() },
  query: () => ({
    // Cells of a sheet are pasted with tabs.
    q: text({ min: 0, max: Q_MAX_CHARACTERS, multiline: true })
      .optional()
      .meta({ description: 'Words, "quoted phrases" and -excluded words, in titles and descriptions.' }),
    status: oneOrMany(z.enum(itemStatuses)).meta({ description: 'Only items with these statuses.' }),
    boardId: oneOrMany(uuid()),
    tag: oneOrMany(tag(), FILTER_TAGS_MAX).meta({ description: 'Only items with one of these public tags.' }),
    sort: sort(publicItemSorts),
  }),
  output: publicPortalSchema,
  containsPage: true,
  cacheSeconds: CACHE_SECONDS,
  page: async () => (await import('./feedback-page.ts')).feedbackPage,
  errorPage: portalErrorPage,
  handle: async ({ path: { portalSlug }, query: { q = '', ...query }, page, baseUrl, cursorAt, ...call }) => {
    const { read } = call;
    if (q.trim() !== '' && query.sort !== undefined) {
      throw invalidRequest([{ in: 'query', path: 'sort', message: 'cannot be combined with q' }]);
    }
    const [portal, { items, next }] = await loadPublicPortal(read, portalSlug, async (id) =>
      q.trim() === ''
        ? ((await findOnFrontPage(read, id, query, page)) ??
          (await findPublicItems(
            readAhead(read, `items of ${id}${JSON.stringify([query, page])}`),
            id,
            { sort: '-voteCount', ...query },
            page,
          )))
        : // What few requests need is loaded then.
          (await import('../portal/search-items.ts')).searchPublicItems(call, id, { ...query, q }, page),
    );
    const nextCursor = await cursorAt(next);
    const meta = { hasMore: nextCursor !== null, nextCursor };
    const shown = {
      ...showPortal(portal, baseUrl),
      items,
      itemsHasMore: meta.hasMore,
      itemsNextCursor: nextCursor,
    };
    return new WithMeta<PublicPortal>(shown, meta);
  },
});
