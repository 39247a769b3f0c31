import { parseParameters } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { objectivesPath } from '../../planning/page-paths.ts';
import type { Objective } from '../../planning/objectives/objective.ts';
import { nameOf, teamsOf, type MemberCall, type MemberPage, type RefusedForm } from './member-call.ts';
import { formToolsOf } from './form-tools.ts';
import { objectivesView } from './objectives-view.ts';
import { peopleOf } from './people-of.ts';
import { planningResponse } from './planning-response.ts';
import { run } from '../accounts/run-operation.ts';

/** The most objectives that the page shows, the newest. */
const SHOWN_MAX = 100;

/** The objectives of a team with their progress and forecasts: what is not done by its target first. */
export const objectivesPage: MemberPage = async (member) => await showObjectives(member);

/** The same page, with a form that was not carried out. */
export async function showObjectives(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const { teamId, t, visitor, call } = member;
  const query = again ? {} : parseParameters(call.request.query);
  const [team, listed, teams, name, tools, people] = await Promise.all([
    run(member, getTeam, { path: { teamId } }),
    run(member, listObjectives, { query: { teamId, limit: SHOWN_MAX } }),
    teamsOf(member),
    nameOf(member),
    formToolsOf(member, objectivesPath(teamId), { query, again }),
    peopleOf(member),
  ]);
  const { name: teamName, sprintsEnabled } = team;
  const title = `${t.text('objective.all')} · ${teamName}`;
  return planningResponse(
    { t, visitor, name, title, teams, teamId },
    objectivesView({
      t,
      team: { id: teamId, name: teamName, sprintsEnabled },
      objectives: inOrder(listed),
      people,
      tools,
    }),
    again?.status,
  );
}

/** What is left to do by its target, then what has none, then what is done. */
const inOrder = (objectives: readonly Objective[]): Objective[] =>
  objectives.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first < second ? -1 : Number(first > second);
  });

const placeOf = ({ storyCounts, endDate }: Objective): string => {
  const { total, completed, cancelled } = storyCounts;
  const isDone = total > 0 && completed + cancelled === total;
  return `${isDone ? 1 : 0} ${endDate ?? '9999'}`;
};
