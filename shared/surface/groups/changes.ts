import { historyOperations } from '../../events/history/index.ts';
import { changeOperations } from '../../events/changes/index.ts';
import { notificationOperations } from '../../planning/notifications/index.ts';
import { statusOperations } from '../../identity/statuses/index.ts';

/** Operations of functions/changes.ts: the changes feed, the history of each thing, notifications, and statuses. */
export const changeGroup = [
  ...changeOperations,
  ...historyOperations,
  ...notificationOperations,
  ...statusOperations,
];
