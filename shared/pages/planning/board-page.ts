import { parseParameters } from '../../kernel/api/http/form.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/statuses/status.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import type { Team } from '../../identity/teams/team.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { isRunning } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { boardView, type Lane } from './board-view.ts';
import { inWorkflowOrder } from './workflow-order.ts';
import { runFor, type MemberCall, type MemberPage } from './member-call.ts';
import { namesFor } from './names-for.ts';
import { planningResponse } from './planning-response.ts';

/** The most stories that are read of a column, so that its count is exact below it. */
const READ_MAX = 50;

/** The most stories that a column shows next to others. */
const SHOWN_MAX = 10;

/** The most statuses and sprints that are read of a team, the newest. */
const LISTED_MAX = 100;

/** A team's board: its stories by status and the burn-down of its current sprint, or all stories of one status. */
export const boardPage: MemberPage = async (member) => {
  const { call, t, visitor } = member;
  const teamId = call.request.parameters['teamId']!;
  const { status: statusId, cursor } = parseParameters(call.request.query);
  const [team, listed, sprints] = await Promise.all([
    runFor(member, getTeam, { path: { teamId } }),
    runFor(member, listStatuses, { query: { teamId, limit: LISTED_MAX } }),
    statusId === undefined
      ? runFor(member, listSprints, { query: { teamId, limit: LISTED_MAX } })
      : undefined,
  ]);
  const statuses = inWorkflowOrder(listed.data as Status[]);
  const chosen = statusId === undefined ? statuses : statuses.filter(({ id }) => id === statusId);
  if (statusId !== undefined && chosen.length === 0) throw notFound('page');
  const isWhole = statusId === undefined;
  const [lanes, sprint] = await Promise.all([
    Promise.all(chosen.map((status) => loadLane(member, status, isWhole ? SHOWN_MAX : READ_MAX, cursor))),
    findCurrent((sprints?.data ?? []) as Sprint[], member),
  ]);
  const assignees = lanes.flatMap(({ stories }) => stories.flatMap(({ assigneeId }) => assigneeId ?? []));
  const { id, name, code } = team.data as Team;
  return planningResponse(
    { t, visitor, title: isWhole ? name : `${chosen[0]!.name} · ${name}` },
    boardView({
      t,
      team: { id, name, code },
      only: isWhole ? undefined : chosen[0]!.name,
      lanes,
      sprint,
      nameOf: await namesFor(member, assignees),
    }),
  );
};

async function loadLane(
  member: MemberCall,
  { id, name, category, teamId }: Status,
  shownMax: number,
  cursor: string | undefined,
): Promise<Lane> {
  const query = { teamId: teamId!, statusId: [id], limit: READ_MAX, ...(cursor && { cursor }) };
  const { data, meta } = await runFor(member, listStories, { query });
  const stories = data as Story[];
  return {
    id,
    name,
    category,
    stories: stories.slice(0, shownMax),
    count: stories.length,
    isMore: meta?.hasMore ?? false,
    nextCursor: meta?.nextCursor ?? null,
  };
}

/** The sprint that today is in, the newest of several, with the picture of its burn-down. */
async function findCurrent(sprints: readonly Sprint[], member: MemberCall) {
  const current = sprints.find((one) => isRunning(one, member.call.now));
  if (!current) return undefined;
  const { id, name, goal, startDate, endDate, storyCounts } = current;
  const { analyzeSprint } = await import('../../planning/analysis/analyze-sprint.ts');
  const { data } = await runFor(member, analyzeSprint, { path: { sprintId: id } });
  const picture = await analyzeSprint.picture?.(data, member.call.now);
  return { name, goal, startDate, endDate, storyCounts, picture };
}
