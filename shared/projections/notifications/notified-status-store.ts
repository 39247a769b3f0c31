import { itemSortKey } from '../../feedback/items/item-store.ts';
import type { ItemStatus } from '../../feedback/items/item.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** The last status that an item's followers were notified of, and the number of notifications. */
interface NotifiedStatus {
  status: ItemStatus;
  times: number;
}

const notifiedStatusKey = (itemId: string): Key => ({ pk: itemSortKey(itemId), sk: '#TOLD' });

/** Undefined for an item whose followers have not been notified of any status. */
export async function getNotifiedStatus(read: Reader, itemId: string): Promise<NotifiedStatus | undefined> {
  const item = await read.get(notifiedStatusKey(itemId));
  return item && { status: item['status'] as ItemStatus, times: item['times'] as number };
}

/** Moves what followers know on. Throws `moved` if that has been done since it was read. */
export const putNotifiedStatus = (
  itemId: string,
  next: NotifiedStatus,
  previous: NotifiedStatus | undefined,
  moved: () => Error,
): Change => ({
  put: { ...notifiedStatusKey(itemId), ...next },
  if: previous === undefined ? 'absent' : { equals: { times: previous.times } },
  onConditionFailed: moved,
});

export const deleteNotifiedStatus = (itemId: string): Change => ({ delete: notifiedStatusKey(itemId) });
