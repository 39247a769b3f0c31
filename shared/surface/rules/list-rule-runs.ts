import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listRuns } from '../../events/rules/rule-run-store.ts';
import { getRule } from '../../events/rules/rule-store.ts';
import { ruleRunSchema } from '../../events/rules/rule.ts';
import { RULE_PATH, visibleRuleOrThrow } from './rule-access.ts';

export const listRuleRuns = list({
  id: 'listRuleRuns',
  path: `${RULE_PATH}/runs`,
  tag: 'Rules',
  summary: 'List runs of a rule',
  description:
    'Returns what a rule did, newest first, for 30 days: also why a run failed, and runs that were skipped since too many rules followed from each other (`too_deep`), since the rule was disabled (`disabled`) or since they waited for a day (`too_late`).',
  scopes: ['rules:read'],
  role: 'member',
  errors: ['not_found'],
  params: { ruleId: uuid() },
  item: ruleRunSchema,
  load: ({ path, read }) => ({ known: getRule(read, path.workspaceId, path.ruleId) }),
  handle: async ({ loaded, caller, read, page }) => {
    const { rule } = visibleRuleOrThrow(caller, loaded.known);
    const { runs, next } = await listRuns(read, rule.id, page);
    const items = runs.map(({ depth: _, ...run }) => run);
    return next === undefined ? { items } : { items, next };
  },
});
