import type { Workspace } from '../../shared/workspaces/workspace.ts';
import type { Operations } from './core/operations.ts';
import type { Operator } from './operator.ts';

/** The workspace that a command works in, with its operations. */
export interface Here extends Operations {
  workspace: Workspace;
  /** The same operations in the name of a member: what they make is theirs. */
  by: (memberId: string) => Operations;
}

export const hereIn = (operator: Operator, workspace: Workspace): Here => ({
  ...operator.within(workspace.id),
  workspace,
  by: (memberId) => operator.within(workspace.id, memberId),
});
