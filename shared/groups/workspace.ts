import { limitOperations } from '../limits/index.ts';
import { labelOperations } from '../labels/index.ts';
import { statusOperations } from './statuses.ts';
import { teamOperations } from './teams.ts';
import { workspaceOperations } from '../workspaces/index.ts';

/** Operations of functions/workspace.ts: the workspace, its limits, teams, labels and statuses. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...limitOperations,
  ...teamOperations,
  ...statusOperations,
  ...labelOperations,
];
