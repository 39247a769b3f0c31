import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getRule } from '../../events/rules/rule-store.ts';
import { newRule } from './new-rule.ts';
import { rulePreviewRequest, rulePreviewSchema, storedRulePreviewRequest } from './preview-schemas.ts';
import { assertMayKeep, RULE_PATH, RULES_PATH, visibleRuleOrThrow } from './rule-access.ts';

const DAYS_DEFAULT = 7;

/** Loaded for those who preview. */
const engine = () => import('./rule-engine.ts');

export const previewRule = operation({
  id: 'previewRule',
  method: 'POST',
  path: `${RULES_PATH}/preview`,
  tag: 'Rules',
  summary: 'Preview a rule',
  description:
    'Says what a rule would have done: each event of the last days goes the way that it goes when the rule is made, but nothing is written. Stories are compared with `if` as events had them then; what would change, what would be refused, and the stories of a schedule are seen from now.',
  scopes: ['rules:read'],
  role: 'member',
  readOnly: true,
  cost: 10,
  errors: ['invalid_reference'],
  body: rulePreviewRequest,
  output: rulePreviewSchema,
  handle: async ({ body: { rule, days = DAYS_DEFAULT }, ...call }) => {
    assertMayKeep(call.caller, rule.teamId ?? null);
    const { runPreview, assertRule } = await engine();
    return await runPreview(call, await assertRule({ ...newRule(rule, call), enabled: true }, call), days);
  },
});

export const previewStoredRule = operation({
  id: 'previewStoredRule',
  method: 'POST',
  path: `${RULE_PATH}/preview`,
  tag: 'Rules',
  summary: 'Preview a rule that exists',
  description: 'Says, like previewRule, what a rule would have done, also one that is switched off.',
  scopes: ['rules:read'],
  role: 'member',
  readOnly: true,
  cost: 10,
  errors: ['not_found'],
  params: { ruleId: uuid() },
  body: storedRulePreviewRequest,
  output: rulePreviewSchema,
  load: ({ path, read }) => ({ known: getRule(read, path.workspaceId, path.ruleId) }),
  handle: async ({ body: { days = DAYS_DEFAULT }, loaded, ...call }) => {
    const known = visibleRuleOrThrow(call.caller, loaded.known);
    const { runPreview } = await engine();
    return await runPreview(call, { ...known, rule: { ...known.rule, enabled: true } }, days);
  },
});
