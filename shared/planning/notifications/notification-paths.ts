import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';

export const NOTIFICATIONS_PATH = `${WORKSPACE_PATH}/notifications`;
export const NOTIFICATION_PATH = `${NOTIFICATIONS_PATH}/{notificationId}`;
