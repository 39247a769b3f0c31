import type { Clock } from '../../shared/core/clock.ts';
import { operationsOver } from './core/operations.ts';
import type { Database } from '../../shared/core/database.ts';

/** What an operator does to a deployment: its operations, by the rules that hold for every caller. */
export function createOperator(database: Database, clock?: Clock) {
  const operations = operationsOver(database, clock);
  return {
    /** The operations outside of any workspace. */
    outside: operations({ workspaceId: null }),
    /** The operations in a workspace, in the name of nobody or of one of its members. */
    within: (workspaceId: string, memberId?: string) => operations({ workspaceId, memberId }),
  };
}

export type Operator = ReturnType<typeof createOperator>;
