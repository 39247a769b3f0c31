import { changedFields } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { Rule } from '../../events/rules/rule.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberForm, memberPage } from '../../pages/planning/member-page.ts';
import { toTeam } from '../../identity/team/team-store.ts';
import { rulesPath } from '../../planning/paths/page-paths.ts';
import { namesOfChanges } from '../proposal-pages/names-of-changes.ts';
import { deleteRule } from '../rules/delete-rule.ts';
import { getRule } from '../rules/get-rule.ts';
import { listRuleRuns } from '../rules/list-rule-runs.ts';
import { updateRule } from '../rules/update-rule.ts';
import { typedFilter, withTyped } from './rule-fields.ts';
import { isOthers, RUN_AS_OWN, ruleView } from './rule-view.ts';
import { changesOfActions } from './shown-changes.ts';

/** The runs that a page shows. */
const RUNS_MAX = 20;

/** A rule: when it runs and what it does, and what it did. */
export const page = memberPage({
  async load(asked) {
    const path = { ruleId: asked.path['ruleId'] };
    const rule = await run(asked, getRule, { path });
    const changes = changesOfActions(rule);
    return {
      rule,
      changes,
      runs: run(asked, listRuleRuns, { path, query: { limit: RUNS_MAX } }),
      nameOf: namesOfChanges(asked, changes, [rule.runAs.id]),
    };
  },
  view: (loaded, { t, item, member, tools }) => ({
    title: loaded.rule.name,
    body: ruleView({ ...loaded, t, tools, team: toTeam(item), memberId: member.memberId }),
  }),
});

/** What a form changes of a rule. Who changes more than the name of one that acts as another has it act as themselves. */
function editsOf({ then, runAs }: Rule, { name, ...changed }: Form, ownId: string): object {
  const filter = typedFilter(changed);
  const typed = withTyped(then, changed);
  const isSame = filter === undefined && typed.every((action, position) => action === then[position]);
  return {
    ...(name !== undefined && { name }),
    ...(filter === null ? { clearFields: ['if'] } : filter !== undefined && { if: filter }),
    ...(!isSame && { then: typed }),
    ...(!isSame && isOthers({ runAs }, ownId) && { runAs: { kind: 'user', id: ownId } }),
  };
}

export const forms = {
  switchRule: memberForm({
    operation: updateRule,
    body: ({ member }, { version, enabled, [RUN_AS_OWN]: own }) => ({
      expectedUpdatedAt: version,
      enabled: enabled === 'yes',
      ...(own !== undefined && { runAs: { kind: 'user', id: member.memberId } }),
    }),
    done: '?done=switched',
  }),
  editRule: memberForm({
    operation: updateRule,
    body: async (person, sent) => {
      const rule = await run(person, getRule, { path: { ruleId: person.call.request.parameters['ruleId'] } });
      return {
        expectedUpdatedAt: sent['version'],
        ...editsOf(rule, changedFields(sent), person.member.memberId),
      };
    },
    done: '?done=switched',
  }),
  removeRule: memberForm({
    operation: deleteRule,
    isDoneIfGone: true,
    done: ({ teamId }) => `${rulesPath(teamId)}?done=deleted`,
  }),
};
