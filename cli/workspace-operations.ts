import type { Workspace } from '../shared/identity/workspaces/workspace.ts';
import type { Operations } from './core/operations.ts';
import type { Operator } from './operator.ts';

/** The workspace of a command, with its operations. */
export interface WorkspaceOperations extends Operations {
  workspace: Workspace;
  /** The same operations on behalf of a member, who becomes the author. */
  by: (memberId: string) => Operations;
}

export const createWorkspaceOperations = (operator: Operator, workspace: Workspace): WorkspaceOperations => ({
  ...operator.within(workspace.id),
  workspace,
  by: (memberId) => operator.within(workspace.id, memberId),
});
