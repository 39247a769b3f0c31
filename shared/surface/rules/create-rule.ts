import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { clockOf, getTally } from '../../events/rules/rule-run-store.ts';
import { getRule, getRules, putRule } from '../../events/rules/rule-store.ts';
import { ruleCreateSchema, RULES_MAX, ruleSchema } from '../../events/rules/rule.ts';
import { newRule } from './new-rule.ts';
import { assertMayKeep, RULES_PATH, showRule, visibleRuleOrThrow } from './rule-access.ts';

export const createRule = operation({
  id: 'createRule',
  method: 'POST',
  path: RULES_PATH,
  tag: 'Rules',
  summary: 'Create a rule',
  description: `Has operations of planning and feedback run when something happens, or on a schedule, with the rights that runAs has then. Members make rules of their teams, admins those of the workspace, which can have ${RULES_MAX}. A rule does not see what it did itself; at most 5 rules follow from each other; more than 100 runs a minute wait; 20 failures in a row disable it. previewRule says beforehand what it would have done.`,
  scopes: ['rules:write'],
  role: 'member',
  audit: audited('rule.created', ['name', 'teamId', 'on', 'then', 'runAs']),
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  body: ruleCreateSchema,
  output: ruleSchema,
  load: ({ path, read }) => ({ all: getRules(read, path.workspaceId) }),
  handle: async ({ body, loaded, ...call }) => {
    assertMayKeep(call.caller, body.teamId ?? null);
    if (loaded.all.length >= RULES_MAX) throw tooMany();
    // The operations that rules run are all of planning and feedback: loaded for those who save one.
    const { assertRule } = await import('./rule-engine.ts');
    const known = await assertRule(newRule(body, call), call);
    await call.commit([...putRule(known), ...clockOf(known.rule, call.now)], known.rule.id, {
      to: known.rule,
    });
    return showRule(known.rule, { runs: 0, failures: 0, lastRunAt: null });
  },
  replay: async ({ caller, read, resourceId }) => {
    const [known, tally] = await Promise.all([
      getRule(read, caller.workspaceId, resourceId),
      getTally(read, resourceId),
    ]);
    return showRule(visibleRuleOrThrow(caller, known).rule, tally);
  },
});

const tooMany = (): ApiError =>
  new ApiError('quota_exceeded', `A workspace can have ${RULES_MAX} rules, and this one has them.`, {
    hint: 'Delete a rule that is no longer needed.',
    details: { quota: 'rules', limit: RULES_MAX },
  });
