import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { clockOf, getTally } from '../../events/rules/rule-run-store.ts';
import { getRule, replaceRule, toKnownRule } from '../../events/rules/rule-store.ts';
import { rulePatch, ruleSchema, type StoredRule } from '../../events/rules/rule.ts';
import { assertMayKeep, RULE_PATH, showRule, visibleRuleOrThrow } from './rule-access.ts';

export const updateRule = operation({
  id: 'updateRule',
  method: 'PATCH',
  path: RULE_PATH,
  tag: 'Rules',
  summary: 'Update a rule',
  description:
    'Changes a rule, or switches it on or off. Who changes more than its name, or switches it on, has to be whom it acts as, manage that service account, or set runAs to themselves: it acts with the scopes of their credential from then on.',
  scopes: ['rules:write'],
  role: 'member',
  audit: audited('rule.updated', ['name', 'enabled', 'on', 'then', 'runAs']),
  errors: ['invalid_reference', 'version_conflict'],
  params: { ruleId: uuid() },
  body: rulePatch.schema,
  output: ruleSchema,
  load: ({ path, read }) => ({
    found: getRule(read, path.workspaceId, path.ruleId),
    tally: getTally(read, path.ruleId),
  }),
  handle: async ({ body, loaded: { found, tally }, ...call }) => {
    const known = visibleRuleOrThrow(call.caller, found);
    const { rule } = known;
    assertMayKeep(call.caller, rule.teamId);
    if (rule.updatedAt !== body.expectedUpdatedAt) throw rulePatch.conflict(rule, body);
    const patched = rulePatch.apply(rule, body);
    const switched = patched.enabled === rule.enabled ? patched : { ...patched, disabledReason: null };
    const next = nextVersion(rule, switched, call.now);
    if (next === rule) {
      await call.commit([], rule.id);
      return showRule(rule, tally);
    }
    const actsAlike = isHarmless(next, rule);
    const replaced = actsAlike
      ? { ...known, rule: next }
      : await (await import('./rule-engine.ts')).assertRule(next, call);
    const stale = (current: Item | undefined) =>
      current ? rulePatch.conflict(toKnownRule(current).rule, body) : notFound('rule');
    const changes = replaceRule(replaced, rule, stale);
    const clock = actsAlike ? [] : clockOf(replaced.rule, call.now);
    await call.commit([...changes, ...clock], rule.id, { from: rule, to: replaced.rule });
    return showRule(replaced.rule, tally);
  },
  replay: async ({ caller, read, resourceId }) => {
    const [known, tally] = await Promise.all([
      getRule(read, caller.workspaceId, resourceId),
      getTally(read, resourceId),
    ]);
    return showRule(visibleRuleOrThrow(caller, known).rule, tally);
  },
});

/** Whether a change has a rule do nothing that it did not: another name, or that it is switched off. */
function isHarmless(next: StoredRule, previous: StoredRule): boolean {
  const harmless: readonly string[] = [
    'name',
    'updatedAt',
    'disabledReason',
    ...(next.enabled ? [] : ['enabled']),
  ];
  return (Object.keys(next) as (keyof StoredRule)[]).every(
    (field) => harmless.includes(field) || JSON.stringify(next[field]) === JSON.stringify(previous[field]),
  );
}
