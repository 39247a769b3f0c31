import { parseParameters } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { getSprintReport } from '../../planning/analysis/get-sprint-report.ts';
import { sprintsPath } from '../../planning/page-paths.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded, sprintPhase } from '../../planning/sprints/sprint-days.ts';
import { formToolsOf } from './form-tools.ts';
import { nameOf, teamsOf, type MemberCall, type MemberPage, type RefusedForm } from './member-call.ts';
import { planningResponse } from './planning-response.ts';
import { sprintsView, type ListedSprint } from './sprints-view.ts';
import { run, runWhole } from '../accounts/run-operation.ts';

/** The most sprints that a page shows, each of which takes some three read units. */
const SHOWN_MAX = 20;

/** The sprints of a team: what runs, what comes, and what is past, in pages from the one created last. */
export const sprintsPage: MemberPage = async (member) => await showSprints(member);

/** The same page, with a form that was not carried out. */
export async function showSprints(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const { call, teamId, t, visitor } = member;
  const query = again ? {} : parseParameters(call.request.query);
  const { cursor } = query;
  const [team, listed, teams, name, tools] = await Promise.all([
    run(member, getTeam, { path: { teamId } }),
    runWhole(member, listSprints, {
      query: { teamId, limit: SHOWN_MAX, ...(cursor !== undefined && { cursor }) },
    }),
    teamsOf(member),
    nameOf(member),
    formToolsOf(member, sprintsPath(teamId), { query, again }),
  ]);
  const sprints = await Promise.all(
    listed.data.map(async (sprint): Promise<ListedSprint> => {
      const { finished, unfinished } = await run(member, getSprintReport, { path: { sprintId: sprint.id } });
      const phase = hasEnded(sprint, call.now) ? 'past' : sprintPhase(sprint, call.now);
      return { sprint, phase, finished, unfinished };
    }),
  );
  const { name: teamName, sprintsEnabled, estimateScheme } = team;
  return planningResponse(
    { t, visitor, name, title: `${t.text('sprint.all')} · ${teamName}`, teams, teamId },
    sprintsView({
      t,
      team: { id: teamId, name: teamName, sprintsEnabled, estimateScheme },
      sprints: sprints.toSorted((one, other) => (one.sprint.startDate < other.sprint.startDate ? 1 : -1)),
      nextCursor: listed.meta.nextCursor,
      isFirst: cursor === undefined,
      tools: sprintsEnabled ? tools : undefined,
    }),
    again?.status,
  );
}
