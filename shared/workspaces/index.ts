import { getCaller } from './get-caller.ts';
import { getWorkspace } from './get-workspace.ts';

export const workspaceOperations = [getCaller, getWorkspace];
