import type { Database } from '../../shared/db/client.ts';
import { systemClock, type Clock } from '../../shared/lib/clock.ts';
import { operationsOver } from './operations.ts';
import { accountCommands } from './operator/accounts.ts';
import { operatorContext } from './operator/context.ts';
import { memberCommands } from './operator/members.ts';

/**
 * What an operator does to a table directly, beside the API and through the same stores: set up workspaces
 * and hand out the first credentials. Errors are CommandErrors that say what to do.
 */
export function createOperator(database: Database, clock: Clock = systemClock) {
  const context = operatorContext(database, clock);
  const operations = operationsOver(database, clock);
  return {
    /** The operations outside of any workspace. */
    outside: operations({ workspaceId: null }),
    /** The operations in a workspace, in the name of nobody or of one of its members. */
    within: (workspaceId: string, memberId?: string) => operations({ workspaceId, memberId }),
    ...memberCommands(context),
    ...accountCommands(context),
  };
}

export type Operator = ReturnType<typeof createOperator>;
