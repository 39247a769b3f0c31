import { markNotification } from './mark-notification.ts';

export const markNotificationRead = markNotification('read', {
  id: 'markNotificationRead',
  summary: 'Mark a notification as read',
  description: 'One that is read already stays as it is.',
});
