import type { Operations } from './core/operations.ts';
import type { KnownWorkspace, Operator } from './operator.ts';

/** The workspace of a command, with its operations. */
export interface WorkspaceOperations extends Operations {
  workspace: KnownWorkspace;
  /** The member who acts; operators are none. */
  self: Operator['self'];
  /** The same operations on behalf of a member, who becomes the author. */
  by: (memberId: string) => Operations;
}

export const createWorkspaceOperations = (
  operator: Operator,
  workspace: KnownWorkspace,
): WorkspaceOperations => ({
  ...operator.within(workspace.id),
  workspace,
  self: operator.self,
  by: (memberId) => operator.within(workspace.id, memberId),
});
