import type { Database } from '../../shared/db/client.ts';
import { systemClock, type Clock } from '../../shared/lib/clock.ts';
import { operationsOver } from './operations.ts';
import { accountCommands } from './operator/accounts.ts';
import { operatorContext } from './operator/context.ts';
import { countCommands } from './operator/counts.ts';
import { feedbackItemCommands } from './operator/feedback-items.ts';
import { feedbackUpdateCommands } from './operator/feedback-updates.ts';
import { labelCommands } from './operator/labels.ts';
import { memberCommands } from './operator/members.ts';
import { planningChanges } from './operator/planning-changes.ts';
import { planningCommands } from './operator/planning.ts';
import { portalCommands } from './operator/portals.ts';
import { serviceAccountCommands } from './operator/service-accounts.ts';
import { teamCommands } from './operator/teams.ts';
import { tokenCommands } from './operator/tokens.ts';

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
    ...teamCommands(context),
    ...labelCommands(context),
    ...serviceAccountCommands(context),
    ...tokenCommands(context),
    ...countCommands(context),
    ...planningCommands(context),
    ...planningChanges(context),
    ...portalCommands(context),
    ...feedbackItemCommands(context),
    ...feedbackUpdateCommands(context),
  };
}

export type Operator = ReturnType<typeof createOperator>;
