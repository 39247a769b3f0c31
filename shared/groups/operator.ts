import { getToken } from '../tokens/get-token.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { listAllWorkspaces } from '../workspaces/list-all-workspaces.ts';
import { renameWorkspace } from '../workspaces/rename-workspace.ts';

/** What only the operator of a deployment may do, by the command line. No function serves it. */
export const operatorGroup = [createWorkspace, listAllWorkspaces, findWorkspace, renameWorkspace, getToken];
