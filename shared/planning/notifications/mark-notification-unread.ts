import { markNotification } from './mark-notification.ts';

export const markNotificationUnread = markNotification('unread', {
  id: 'markNotificationUnread',
  summary: 'Mark a notification as unread',
  description: 'It is then the first of those that are unread.',
});
