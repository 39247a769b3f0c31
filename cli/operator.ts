import { listAllWorkspaces } from '../shared/identity/workspaces/list-all-workspaces.ts';
import { findWorkspace } from '../shared/identity/workspaces/find-workspace.ts';
import type { Workspace } from '../shared/identity/workspaces/workspace.ts';
import type { Clock } from '../shared/kernel/core/clock.ts';
import { operationsOver, type Operations, type OperatorSettings } from './core/operations.ts';
import type { Database } from '../shared/kernel/core/database.ts';

/** A workspace as far as its members know it. */
export type KnownWorkspace = Pick<Workspace, 'id' | 'slug'> & Partial<Workspace>;

/** Access to a deployment: an operator's or a member's, subject to the same rules as for every caller. */
export interface Operator {
  /** The operations outside of any workspace. */
  outside: Operations;
  /** The operations in a workspace, optionally on behalf of a member. */
  within: (workspaceId: string, memberId?: string) => Operations;
  /** The member who acts; operators are none. */
  self?: { id: string };
  /** The workspaces that it reaches, newest first. */
  workspaces: () => Promise<KnownWorkspace[]>;
  /** One of them by slug or id, or undefined; without a name, that of the login. */
  workspace: (slugOrId: string | undefined) => Promise<KnownWorkspace | undefined>;
}

/** An operator's access. */
export function createOperator(database: Database, clock?: Clock, settings?: OperatorSettings): Operator {
  const operations = operationsOver(database, clock, settings);
  const outside = operations({ workspaceId: null });
  return {
    outside,
    within: (workspaceId, memberId) => operations({ workspaceId, memberId }),
    workspaces: () => outside.run(listAllWorkspaces),
    workspace: async (slugOrId) =>
      slugOrId === undefined
        ? undefined
        : ((await outside.run(findWorkspace, { body: { slugOrId } })) ?? undefined),
  };
}
