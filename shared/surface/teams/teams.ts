import { teamOperationsWith } from '../../identity/teams/index.ts';

// Imported on demand to keep the bundle under 250 KB.
export const teamOperations = teamOperationsWith(() => import('./team-contents.ts'));
