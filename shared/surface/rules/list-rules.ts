import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { getTallies } from '../../events/rules/rule-run-store.ts';
import { getRules } from '../../events/rules/rule-store.ts';
import { ruleSchema } from '../../events/rules/rule.ts';
import { canSeeRule, RULES_PATH, showRule } from './rule-access.ts';

export const listRules = list({
  id: 'listRules',
  path: RULES_PATH,
  tag: 'Rules',
  summary: 'List rules',
  description: "Returns rules of the caller's teams, and to admins those of the workspace, newest first.",
  scopes: ['rules:read'],
  role: 'member',
  errors: ['not_found'],
  query: () => ({ teamId: uuid().optional() }),
  item: ruleSchema,
  load: ({ path, read }) => ({ rules: getRules(read, path.workspaceId) }),
  handle: async ({ query: { teamId }, loaded, caller, read, page: { limit, after } }) => {
    if (teamId !== undefined) listedTeams(caller, teamId);
    const rules = loaded.rules
      .map(({ rule }) => rule)
      .filter((rule) => canSeeRule(caller, rule) && (teamId === undefined || rule.teamId === teamId))
      .filter(({ id }) => after === undefined || id < after);
    const shown = rules.slice(0, limit);
    const tallies = await getTallies(
      read,
      shown.map(({ id }) => id),
    );
    const items = shown.map((rule, position) => showRule(rule, tallies[position]!));
    return rules.length > limit ? { items, next: shown.at(-1)!.id } : { items };
  },
});
