import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { UPDATES_PATH } from './get-feedback-update.ts';
import { updateSchema } from './update.ts';
import { toUpdate, updateIdOf, updatesOf, updateSortKey } from './update-store.ts';

export const listFeedbackUpdates = list({
  id: 'listFeedbackUpdates',
  path: UPDATES_PATH,
  tag: 'Feedback portals',
  summary: 'List portal updates',
  description: 'Returns drafts and published updates, ordered by creation, newest first.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid() },
  item: updateSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller, read, page }) => {
    const { id } = ownPortalOrThrow(caller, loaded.portal);
    const found = await read.query({
      index: 'list',
      partition: updatesOf(id),
      limit: page.limit + 1,
      ...(page.after === undefined ? {} : { before: updateSortKey(page.after) }),
    });
    const items = await withLongText(read, found);
    return pageOf(items, page, { resource: toUpdate, position: updateIdOf });
  },
});
