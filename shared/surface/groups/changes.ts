import { historyOperations } from '../../events/history/index.ts';
import { changeOperations } from '../../events/changes/index.ts';
import { notificationPreferenceOperations } from '../../identity/notification-preferences/index.ts';
import { notificationOperations } from '../../planning/notifications/index.ts';
import { proposalOperations } from '../proposals/index.ts';

/** Operations of functions/changes.ts: the changes feed, the history of each thing, notifications, and what is proposed. */
export const changeGroup = [
  ...changeOperations,
  ...historyOperations,
  ...notificationOperations,
  ...notificationPreferenceOperations,
  ...proposalOperations,
];
