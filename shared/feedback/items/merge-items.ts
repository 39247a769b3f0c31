import type { OperationContext } from '../../kernel/core/call.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Item } from '../../kernel/core/database.ts';
import { conflict, invalidReference, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import type { FeedbackItem } from './item.ts';
import { countMerged, getItem, mergedOf, replaceMerged, toItem, voteTargetsOf } from './item-store.ts';

/** Items that can be merged into one, with those merged into them. */
const MERGED_MAX = 50;

interface Merge extends Pick<OperationContext, 'caller' | 'now' | 'assertMatch' | 'commit'> {
  body: { intoItemId: string };
  loaded: Record<'portal' | 'item' | 'into', Item | undefined>;
}

/** Merges an item into another one of its portal. Throws a 409 or 400 where that cannot be. */
export async function mergeItems({
  body: { intoItemId },
  loaded: { into, ...place },
  caller,
  now,
  assertMatch,
  commit,
}: Merge): Promise<FeedbackItem> {
  const item = ownItemOrThrow(caller, place);
  assertMatch(item);
  if (item.mergedIntoId === intoItemId) {
    await commit([], item.id);
    return item;
  }
  const target = assertMergeable(item, { item: place.item!, into });
  const ids = [item.id, ...mergedOf(place.item!)];
  const next: FeedbackItem = {
    ...item,
    hidden: true,
    mergedIntoId: target.id,
    updatedAt: nextTimestamp(now, item.updatedAt),
  };
  const voteTargets = new Set([...voteTargetsOf(place.item!), target.id]);
  const comments = { id: target.id, add: true, ids, comments: item.commentCount };
  await commit(
    [...replaceMerged(next, item, writeConflict, { voteTargets }), countMerged(target.id, comments, refused)],
    item.id,
  );
  return next;
}

/** Returns the item that another one can be merged into. Throws a 409 or 400 where that cannot be. */
export function assertMergeable(
  item: FeedbackItem,
  stored: { item: Item; into: Item | undefined },
): FeedbackItem {
  const target = stored.into && toItem(stored.into);
  if (!target || target.portalId !== item.portalId || target.id === item.id || target.mergedIntoId) {
    const message = 'is not another item of this portal that remains';
    throw invalidReference([{ path: 'intoItemId', message }]);
  }
  if (item.hidden || target.hidden) throw hidden();
  if (mergedOf(stored.into!).length + 1 + mergedOf(stored.item).length > MERGED_MAX) throw tooMany();
  return target;
}

interface Unmerge extends Pick<OperationContext, 'caller' | 'read' | 'now' | 'assertMatch' | 'commit'> {
  loaded: Record<'portal' | 'item', Item | undefined>;
}

/** Separates an item from the one that it was merged into. Throws a 409 if that has been merged too. */
export async function unmergeItem({
  loaded,
  caller,
  read,
  now,
  assertMatch,
  commit,
}: Unmerge): Promise<FeedbackItem> {
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
}

const refused = (current: Item | undefined): Error => (current ? hidden() : notFound('item'));

const hidden = () => conflict('A hidden item cannot be merged.', 'Show both items first.');

const tooMany = () => conflict(`At most ${MERGED_MAX} items can be merged into one.`);
