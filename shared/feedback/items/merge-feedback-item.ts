import * as z from 'zod';
import { conflict, invalidReference, notFound, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portals/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemSchema, type FeedbackItem } from './item.ts';
import {
  countMerged,
  getItem,
  itemPortalOf,
  mergedOf,
  replaceMerged,
  toItem,
  voteTargetsOf,
} from './item-store.ts';
import type { Item } from '../../kernel/core/database.ts';

/** Items that can be merged into one, with those merged into them. */
const MERGED_MAX = 50;

export const mergeFeedbackItem = operation({
  id: 'mergeFeedbackItem',
  method: 'POST',
  path: `${ITEM_PATH}/merge`,
  tag: 'Feedback portals',
  summary: 'Merge a duplicate',
  description:
    'Merges an item into another of the same portal. Its comments show there at once and its votes within moments, one for each person; its URL redirects. unmergeFeedbackItem undoes it.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict', 'invalid_reference'],
  ifMatch: true,
  params: { portalId: uuid(), itemId: uuid() },
  body: () =>
    z
      .strictObject({ intoItemId: uuid().meta({ description: 'The item that remains.' }) })
      .meta({ id: 'MergeFeedbackItemRequest' }),
  output: itemSchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    into: getItem(read, body.intoItemId),
  }),
  handle: async ({ body: { intoItemId }, loaded: { into, ...place }, caller, now, assertMatch, commit }) => {
    const item = ownItemOrThrow(caller, place);
    assertMatch(item);
    if (item.mergedIntoId === intoItemId) {
      await commit([], item.id);
      return item;
    }
    const target = into && toItem(into);
    if (!target || target.portalId !== item.portalId || target.id === item.id || target.mergedIntoId) {
      const message = 'is not another item of this portal that remains';
      throw invalidReference([{ path: 'intoItemId', message }]);
    }
    if (item.hidden || target.hidden) throw hidden();
    const ids = [item.id, ...mergedOf(place.item!)];
    if (mergedOf(into).length + ids.length > MERGED_MAX) throw tooMany();
    const next: FeedbackItem = {
      ...item,
      hidden: true,
      mergedIntoId: target.id,
      updatedAt: nextTimestamp(now, item.updatedAt),
    };
    const voteTargets = new Set([...voteTargetsOf(place.item!), target.id]);
    const comments = { id: target.id, add: true, ids, comments: item.commentCount };
    await commit(
      [
        ...replaceMerged(next, item, writeConflict, { voteTargets }),
        countMerged(target.id, comments, refused),
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

const refused = (current: Item | undefined): Error => (current ? hidden() : notFound('item'));

const hidden = () => conflict('A hidden item cannot be merged.', 'Show both items first.');

const tooMany = () => conflict(`At most ${MERGED_MAX} items can be merged into one.`);
