import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import type { Notification } from './notification.ts';
import {
  getNotificationItem,
  getReadUntil,
  toNotification,
  type Reading,
  type ReadNotification,
  type ReadUntil,
} from './notification-store.ts';

export const NOTIFICATIONS_PATH = `${WORKSPACE_PATH}/notifications`;
export const NOTIFICATION_PATH = `${NOTIFICATIONS_PATH}/{notificationId}`;

/** Whose notifications a caller reads: only their own. */
export const readingOf = ({ workspaceId, principalId }: Caller): Reading => ({
  workspaceId,
  memberId: principalId,
});

/** One of the caller's notifications, as stored and as shown. */
interface OwnNotification {
  item: Item;
  all: ReadUntil | undefined;
  shown: Notification;
}

/** Returns a notification of the caller; throws a 404 for any other, and if they no longer see what it is about. */
export async function ownNotificationOrThrow(
  { caller, read }: { caller: Caller; read: Reader },
  id: string,
): Promise<OwnNotification> {
  const whose = readingOf(caller);
  const [item, all] = await Promise.all([getNotificationItem(read, whose, id), getReadUntil(read, whose)]);
  const [shown] = item ? await shownAs({ caller, read }, [toNotification(item, all)]) : [];
  if (!item || !shown) throw notFound('notification');
  return { item, all, shown };
}

/** Shows notifications, with code that is imported on demand, since only these operations need it. */
export async function shownAs(
  viewer: { caller: Caller; read: Reader },
  found: readonly ReadNotification[],
): Promise<(Notification | undefined)[]> {
  const { showNotifications } = await import('./show-notifications.ts');
  return await showNotifications(viewer, found);
}
