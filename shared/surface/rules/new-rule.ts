import type { OperationContext } from '../../kernel/core/call.ts';
import type { RuleRequest, StoredRule } from '../../events/rules/rule.ts';

/** The rule that a request describes. */
export function newRule(
  {
    enabled = true,
    teamId = null,
    on = null,
    schedule = null,
    if: filter = null,
    was = null,
    ...body
  }: RuleRequest,
  { caller, newId, now }: Pick<OperationContext, 'caller' | 'newId' | 'now'>,
): StoredRule {
  const at = now.toISOString();
  const own = {
    kind: caller.kind === 'serviceAccount' ? 'service_account' : 'user',
    id: caller.principalId,
  } as const;
  return {
    id: newId(),
    workspaceId: caller.workspaceId,
    teamId,
    name: body.name,
    enabled,
    then: body.then,
    runAs: body.runAs ?? own,
    on,
    schedule,
    if: filter,
    was,
    disabledReason: null,
    createdBy: caller.principalId,
    createdAt: at,
    updatedAt: at,
  };
}
