/** What the pages of a member need of their notifications. */
export { listNotifications } from '../notifications/list-notifications.ts';
export { markNotificationRead } from '../notifications/mark-notification-read.ts';
export { markNotificationUnread } from '../notifications/mark-notification-unread.ts';
export { markNotificationsRead } from '../notifications/mark-notifications-read.ts';
export type { Notification } from '../news/notification.ts';
