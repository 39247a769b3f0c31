import { countUnreadNotifications } from './count-unread-notifications.ts';
import { getNotification } from './get-notification.ts';
import { listNotifications } from './list-notifications.ts';
import { markNotificationRead } from './mark-notification-read.ts';
import { markNotificationUnread } from './mark-notification-unread.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';

export const notificationOperations = [
  listNotifications,
  countUnreadNotifications,
  markNotificationsRead,
  getNotification,
  markNotificationRead,
  markNotificationUnread,
];
