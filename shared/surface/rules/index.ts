import { createRule } from './create-rule.ts';
import { deleteRule } from './delete-rule.ts';
import { getRule } from './get-rule.ts';
import { listRuleRuns } from './list-rule-runs.ts';
import { listRules } from './list-rules.ts';
import { previewRule } from './preview-rule.ts';
import { previewStoredRule } from './preview-stored-rule.ts';
import { revertRule } from './revert-rule.ts';
import { updateRule } from './update-rule.ts';

export const ruleOperations = [
  listRules,
  createRule,
  previewRule,
  getRule,
  updateRule,
  deleteRule,
  listRuleRuns,
  previewStoredRule,
  revertRule,
];
