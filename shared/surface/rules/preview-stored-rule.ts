import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getRule } from '../../events/rules/rule-store.ts';
import { PREVIEW_DAYS_DEFAULT, rulePreviewSchema, storedRulePreviewRequest } from './preview-schemas.ts';
import { RULE_PATH, visibleRuleOrThrow } from './rule-access.ts';

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
  cost: 40,
  errors: ['not_found'],
  params: { ruleId: uuid() },
  body: storedRulePreviewRequest,
  output: rulePreviewSchema,
  load: ({ path, read }) => ({ known: getRule(read, path.workspaceId, path.ruleId) }),
  handle: async ({ body: { days = PREVIEW_DAYS_DEFAULT }, loaded, ...call }) => {
    const known = visibleRuleOrThrow(call.caller, loaded.known);
    const { runPreview } = await import('./rule-engine.ts');
    return await runPreview(call, { ...known, rule: { ...known.rule, enabled: true } }, days);
  },
});
