import { conflict, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemSchema } from './item.ts';
import { countMerged, getItem, itemPortalOf, mergedOf, replaceMerged, toItem } from './item-store.ts';

export const unmergeFeedbackItem = operation({
  id: 'unmergeFeedbackItem',
  method: 'POST',
  path: `${ITEM_PATH}/unmerge`,
  tag: 'Feedback portals',
  summary: 'Undo a merge',
  description:
    'Separates an item from the one that it was merged into, with its votes and comments. Votes and comments that were added to the other since stay there. An item that is not merged is returned as it is.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  ifMatch: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: itemSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ loaded, caller, read, now, assertMatch, commit }) => {
    const item = ownItemOrThrow(caller, loaded);
    assertMatch(item);
    if (item.mergedIntoId === null) {
      await commit([], item.id);
      return item;
    }
    const into = await getItem(read, item.mergedIntoId);
    if (into && toItem(into).mergedIntoId) {
      throw conflict('The item that this one was merged into has been merged too.', 'Undo that merge first.');
    }
    const next = {
      ...item,
      hidden: false,
      mergedIntoId: null,
      updatedAt: nextTimestamp(now, item.updatedAt),
    };
    const ids = [item.id, ...mergedOf(loaded.item!)];
    const counted = { add: false, ids, comments: item.commentCount };
    await commit(
      [
        ...replaceMerged(next, item, writeConflict),
        ...(into ? [countMerged(item.mergedIntoId, counted, writeConflict)] : []),
      ],
      item.id,
    );
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = orNotFound(await getItem(read, resourceId), 'item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});
