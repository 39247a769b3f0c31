import { listNotifications } from '../../planning/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../planning/notifications/mark-notifications-read.ts';
import { toolsOf } from './tools-of.ts';

/** The tools of what a person was told of. */
export const notificationTools = toolsOf([[[listNotifications], [markNotificationsRead]]]);
