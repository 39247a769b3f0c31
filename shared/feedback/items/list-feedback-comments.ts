import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { inclusion, markedValues } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import {
  feedbackCommentIdOf,
  commentsOf,
  feedbackCommentSortKey,
  internalNotesPartition,
  toFeedbackComment,
} from './comment-store.ts';
import { feedbackCommentSchema } from './feedback-comment.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { getItem, mergedOf } from './item-store.ts';

export const FEEDBACK_COMMENTS_PATH = `${ITEM_PATH}/comments`;

export const listFeedbackComments = list({
  id: 'listFeedbackComments',
  path: FEEDBACK_COMMENTS_PATH,
  tag: 'Feedback portals',
  summary: 'List comments on a feedback item',
  description:
    'Returns the comments on an item, and on those merged into it, newest first; with internal also its internal notes.',
  scopes: ['feedback:read'],
  role: 'member',
  params: { portalId: uuid(), itemId: uuid() },
  query: () => ({ hidden: inclusion('hidden'), internal: inclusion('internal') }),
  item: feedbackCommentSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ query, loaded, caller, read, page }) => {
    const { id } = ownItemOrThrow(caller, loaded);
    const items = await readNewest(read, {
      index: 'list',
      partitions: [id, ...mergedOf(loaded.item!)].flatMap((itemId) =>
        markedValues(query.internal).flatMap((internal) =>
          internal
            ? [internalNotesPartition(itemId)]
            : markedValues(query.hidden).map((hidden) => commentsOf(itemId, hidden)),
        ),
      ),
      before: page.after === undefined ? undefined : feedbackCommentSortKey(page.after),
      limit: page.limit + 1,
    });
    return pageOf(items, page, { resource: toFeedbackComment, position: feedbackCommentIdOf });
  },
});
