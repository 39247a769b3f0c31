import { member, read, workspaceWide, write, type Rule } from './rules.ts';

/** Who may call the operations on rules; those of the workspace are for admins, which the operations decide. */
export const rulePolicy: Readonly<Record<string, Rule>> = {
  listRules: member(read, 'rules:read'),
  getRule: member(read, 'rules:read'),
  createRule: write(member(workspaceWide, 'rules:write')),
  updateRule: write(member(workspaceWide, 'rules:write')),
  deleteRule: write(member(workspaceWide, 'rules:write')),
  listRuleRuns: member(read, 'rules:read'),
  previewRule: member(read, 'rules:read'),
  previewStoredRule: member(read, 'rules:read'),
  revertRule: write(member(workspaceWide, 'rules:write')),
};
