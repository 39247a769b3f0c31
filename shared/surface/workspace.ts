import { auditOperations } from '../identity/audit/index.ts';
import { notificationPreferenceOperations } from '../identity/notification-preferences/index.ts';
import { changeSetOperations } from './change-sets/index.ts';
import { exportOperations } from './exports/index.ts';
import { limitOperations } from './limits/index.ts';
import { labelOperations } from '../planning/labels/index.ts';
import { proposalOperations } from './proposals/index.ts';
import { ruleOperations } from './rules/index.ts';
import { teamOperations } from './teams/teams.ts';
import { workspaceOperations } from '../identity/workspaces/index.ts';

/** Operations of functions/workspace.ts: the workspace, its limits, notification preferences, teams, labels, audit trail, change sets, rules, proposals and exports. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...limitOperations,
  ...notificationPreferenceOperations,
  ...teamOperations,
  ...labelOperations,
  ...auditOperations,
  ...changeSetOperations,
  ...ruleOperations,
  ...proposalOperations,
  ...exportOperations,
];
