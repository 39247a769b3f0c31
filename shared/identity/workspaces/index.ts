import { getTokenPolicy } from './get-token-policy.ts';
import { getWorkspace } from './get-workspace.ts';
import { updateTokenPolicy } from './update-token-policy.ts';

export const workspaceOperations = [getWorkspace, getTokenPolicy, updateTokenPolicy];
