import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTally } from '../../events/rules/rule-run-store.ts';
import { getRule as readRule } from '../../events/rules/rule-store.ts';
import { ruleSchema } from '../../events/rules/rule.ts';
import { RULE_PATH, showRule, visibleRuleOrThrow } from './rule-access.ts';

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: RULE_PATH,
  tag: 'Rules',
  summary: 'Get a rule',
  description: 'Returns a rule and how often it ran.',
  scopes: ['rules:read'],
  role: 'member',
  params: { ruleId: uuid() },
  output: ruleSchema,
  load: ({ path, read }) => ({
    known: readRule(read, path.workspaceId, path.ruleId),
    tally: getTally(read, path.ruleId),
  }),
  handle: async ({ loaded: { known, tally }, caller }) =>
    showRule(visibleRuleOrThrow(caller, known).rule, tally),
});
