import { listWorkspaces } from '../../identity/members/list-workspaces.ts';
import { storyOperations } from '../../planning/stories/index.ts';
import { claimOperations } from '../../planning/claims/index.ts';
import { relationOperations } from '../../planning/relations/index.ts';

/**
 * Operations of functions/stories.ts. listWorkspaces is one of them so that one function serves all that the tokens of
 * OAuth clients of the API open: finding a workspace, reading and updating stories.
 */
export const storyGroup = [...storyOperations, ...relationOperations, ...claimOperations, listWorkspaces];
