import type { Clock } from '../shared/kernel/core/clock.ts';
import { operationsOver, type OperatorSettings } from './core/operations.ts';
import type { Database } from '../shared/kernel/core/database.ts';

/** An operator's access to a deployment: its operations, subject to the same rules as for every caller. */
export function createOperator(database: Database, clock?: Clock, settings?: OperatorSettings) {
  const operations = operationsOver(database, clock, settings);
  return {
    /** The operations outside of any workspace. */
    outside: operations({ workspaceId: null }),
    /** The operations in a workspace, optionally on behalf of a member. */
    within: (workspaceId: string, memberId?: string) => operations({ workspaceId, memberId }),
  };
}

export type Operator = ReturnType<typeof createOperator>;
