import { auditOperations } from '../../identity/audit/index.ts';
import { limitOperations } from '../limits/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { teamOperations } from './teams.ts';
import { workspaceOperations } from '../../identity/workspaces/index.ts';

/** Operations of functions/workspace.ts: the workspace, its limits, teams, labels and statuses, and the audit trail. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...limitOperations,
  ...teamOperations,
  ...statusOperations,
  ...labelOperations,
  ...auditOperations,
];
