import { operation } from '../../kernel/api/operation/operation.ts';
import { newRule } from './new-rule.ts';
import { PREVIEW_DAYS_DEFAULT, rulePreviewRequest, rulePreviewSchema } from './preview-schemas.ts';
import { assertMayKeep, RULES_PATH } from './rule-access.ts';

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
  cost: 40,
  errors: ['invalid_reference'],
  body: rulePreviewRequest,
  output: rulePreviewSchema,
  handle: async ({ body: { rule, days = PREVIEW_DAYS_DEFAULT }, ...call }) => {
    assertMayKeep(call.caller, rule.teamId ?? null);
    // Loaded for those who preview.
    const { runPreview, assertRule } = await import('./rule-engine.ts');
    return await runPreview(call, await assertRule({ ...newRule(rule, call), enabled: true }, call), days);
  },
});
