import { invalidReference, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { boardExists, getPortalItem } from '../portal/portal-store.ts';
import { noBoard } from '../portal/no-board.ts';
import { assertReadableStories } from './create-feedback-item.ts';
import { stillMerged } from './delete-feedback-item.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemPatch, itemSchema } from './item.ts';
import { getItem, itemPortalOf, mergedOf, replaceItem, toItem } from './item-store.ts';
import { getFeedbackCommentItem, toFeedbackComment } from './comment-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

export const updateFeedbackItem = operation({
  id: 'updateFeedbackItem',
  method: 'PATCH',
  path: ITEM_PATH,
  tag: 'Feedback portals',
  summary: 'Update a feedback item',
  description:
    'Updates an item, moves it to another board, links it to stories, or hides it from the public. Its URL does not change. When all linked stories are completed or cancelled, and at least one is completed, the status becomes completed.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['version_conflict', 'conflict', 'invalid_reference'],
  params: { portalId: uuid(), itemId: uuid() },
  body: itemPatch.schema,
  output: itemSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ body, loaded, caller, read, now, commit }) => {
    const item = ownItemOrThrow(caller, loaded);
    if (item.updatedAt !== body.expectedUpdatedAt) throw itemPatch.conflict(item, body);
    if (body.hidden === false && item.mergedIntoId !== null) throw stillMerged();
    const added = (body.storyIds ?? []).filter((id) => !item.storyIds.includes(id));
    await Promise.all([
      assertReadableStories(read, caller, added),
      body.officialCommentId !== undefined &&
        assertOfficial(read, [item.id, ...mergedOf(loaded.item!)], body.officialCommentId),
    ]);
    const next = nextVersion(item, itemPatch.apply(item, body), now);
    const stale = (current: Item | undefined) =>
      current ? itemPatch.conflict(toItem(current), body) : notFound('item');
    const moved = next.boardId !== item.boardId;
    const changes = [
      ...(moved ? [boardExists(item.portalId, next.boardId, noBoard)] : []),
      ...replaceItem(next, item, stale),
    ];
    await commit(next === item ? [] : changes, item.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = orNotFound(await getItem(read, resourceId), 'item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});

/** Throws a 400 unless the comment is a visible one by the team, of the item or of one that was merged into it. */
async function assertOfficial(read: Reader, itemIds: readonly string[], commentId: string): Promise<void> {
  const stored = await getFeedbackCommentItem(read, commentId);
  const comment = stored && toFeedbackComment(stored);
  if (
    comment &&
    itemIds.includes(comment.itemId) &&
    !comment.hidden &&
    !comment.internal &&
    comment.authorKind !== 'visitor'
  ) {
    return;
  }
  const message = 'is not a public comment on this item by a member of the team';
  throw invalidReference([{ path: 'officialCommentId', message }]);
}
