import type { Reader } from '../../kernel/core/database.ts';
import type { RuleEvent } from '../../events/rules/find-triggered.ts';
import { getRun } from '../../events/rules/rule-run-store.ts';

/** How many rules led to an event, and the one that follows it now. */
export async function depthOf(read: Reader, { actor, changeSetId }: RuleEvent): Promise<number> {
  if (actor.ruleId === undefined || changeSetId === undefined) return 1;
  return 1 + ((await getRun(read, actor.ruleId, changeSetId))?.depth ?? 1);
}
