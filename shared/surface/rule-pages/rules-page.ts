import { getTeam } from '../../identity/teams/get-team.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberPage } from '../../pages/planning/member-page.ts';
import { RULES_MAX } from '../../events/rules/rule.ts';
import { listRules } from '../rules/list-rules.ts';
import { rulesView } from './rules-view.ts';

/** The rules of a team and, for admins, those of the whole workspace, with recipes for more. */
export const page = memberPage({
  load: (asked) => ({
    team: run(asked, getTeam, { path: asked.path }),
    rules: asked.member.role === 'guest' ? undefined : run(asked, listRules, { query: { limit: RULES_MAX } }),
  }),
  view: ({ team, rules }, { t, member, tools }) => ({
    title: `${t.text('rule.all')} · ${team.name}`,
    body: rulesView({
      t,
      team,
      rules: rules?.filter(({ teamId }) => teamId === null || teamId === team.id),
      isAdmin: member.role === 'admin',
      done: tools.done,
    }),
  }),
});
