import { getRules, deleteRuleItem } from '../../events/rules/rule-store.ts';
import { forgetRule } from '../../events/rules/rule-run-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { writeConflict } from '../../kernel/core/errors.ts';

/** Deletes the rules of a deleted team. */
export async function deleteRulesOfTeam(
  { read, tryWrite, caller }: OperationContext,
  teamId: string,
): Promise<void> {
  for (const { rule } of await getRules(read, caller.workspaceId)) {
    if (rule.teamId === teamId) await tryWrite([...deleteRuleItem(rule, writeConflict), ...forgetRule(rule)]);
  }
}
