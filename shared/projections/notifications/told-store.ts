import { itemSortKey } from '../../feedback/item-store.ts';
import type { ItemStatus } from '../../feedback/item.ts';
import type { Change, Key, Reader } from '../../core/database.ts';

/** What the followers of an item know: its status, and how often they have been notified of another. */
interface Told {
  status: ItemStatus;
  times: number;
}

const toldKey = (itemId: string): Key => ({ pk: itemSortKey(itemId), sk: '#TOLD' });

export async function getTold(read: Reader, itemId: string): Promise<Told | undefined> {
  const item = await read.get(toldKey(itemId));
  return item && { status: item['status'] as ItemStatus, times: item['times'] as number };
}

/** Moves what followers know on. Throws `moved` if that has been done since it was read. */
export const putTold = (
  itemId: string,
  next: Told,
  previous: Told | undefined,
  moved: () => Error,
): Change => ({
  put: { ...toldKey(itemId), ...next },
  if: previous === undefined ? 'absent' : { equals: { times: previous.times } },
  onConditionFailed: moved,
});

export const deleteTold = (itemId: string): Change => ({ delete: toldKey(itemId) });
