import { auditOperations } from '../../identity/audit/index.ts';
import { changeSetOperations } from '../change-sets/index.ts';
import { exportOperations } from '../exports/index.ts';
import { limitOperations } from '../limits/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { notificationOperations } from '../../planning/notifications/index.ts';
import { notificationPreferenceOperations } from '../../identity/notification-preferences/index.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { teamOperations } from './teams.ts';
import { workspaceOperations } from '../../identity/workspaces/index.ts';

/** Operations of functions/workspace.ts: the workspace, its limits, teams, labels, statuses, audit trail, change sets, exports and notifications. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...limitOperations,
  ...teamOperations,
  ...statusOperations,
  ...labelOperations,
  ...auditOperations,
  ...changeSetOperations,
  ...exportOperations,
  ...notificationOperations,
  ...notificationPreferenceOperations,
];
