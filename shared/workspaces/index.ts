import { getWorkspace } from './get-workspace.ts';

export const workspaceOperations = [getWorkspace];
