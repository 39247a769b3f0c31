import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { forgetRule } from '../../events/rules/rule-run-store.ts';
import { deleteRuleItem, getRule } from '../../events/rules/rule-store.ts';
import { assertMayKeep, RULE_PATH, visibleRuleOrThrow } from './rule-access.ts';

export const deleteRule = operation({
  id: 'deleteRule',
  method: 'DELETE',
  path: RULE_PATH,
  tag: 'Rules',
  summary: 'Delete a rule',
  description: 'Ends a rule; what it did stays. revertRule takes that back, before.',
  scopes: ['rules:write'],
  role: 'member',
  audit: audited('rule.deleted', ['teamId']),
  errors: ['conflict'],
  ifMatch: true,
  params: { ruleId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ known: getRule(read, path.workspaceId, path.ruleId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const { rule } = visibleRuleOrThrow(caller, loaded.known);
    assertMayKeep(caller, rule.teamId);
    assertMatch(rule);
    await commit([...deleteRuleItem(rule, writeConflict), ...forgetRule(rule)], rule.id, { from: rule });
    return { id: rule.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
