import { auditOperations } from '../../identity/audit/index.ts';
import { changeSetOperations } from '../change-sets/index.ts';
import { exportOperations } from '../exports/index.ts';
import { limitOperations } from '../limits/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { ruleOperations } from '../rules/index.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { teamOperations } from './teams.ts';
import { workspaceOperations } from '../../identity/workspaces/index.ts';

/** Operations of functions/workspace.ts: the workspace, its limits, teams, labels, statuses, audit trail, change sets, rules and exports. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...limitOperations,
  ...teamOperations,
  ...statusOperations,
  ...labelOperations,
  ...auditOperations,
  ...changeSetOperations,
  ...ruleOperations,
  ...exportOperations,
];
