import { labelOperations } from '../labels/index.ts';
import { memberOperations } from '../members/index.ts';
import { serviceAccountOperations } from '../service-accounts/index.ts';
import { statusOperations } from './statuses.ts';
import { teamOperations } from './teams.ts';
import { tokenOperations } from '../tokens/index.ts';
import { workspaceOperations } from '../workspaces/index.ts';

/** What functions/workspace.ts serves: the workspace, who is in it, what they act with, and how its teams are set up. */
export const workspaceGroup = [
  ...workspaceOperations,
  ...memberOperations,
  ...teamOperations,
  ...statusOperations,
  ...labelOperations,
  ...tokenOperations,
  ...serviceAccountOperations,
];
