import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { sprintPath } from '../../planning/page-paths.ts';
import type { SprintFan } from '../../planning/pictures/facts.ts';
import { hasEnded } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { formToolsOf } from './form-tools.ts';
import { findStory } from './find-story.ts';
import { sprintOfPathOrThrow } from './find-sprint.ts';
import { nameOf, teamsOf, type MemberCall, type MemberPage, type RefusedForm } from './member-call.ts';
import { planningResponse } from './planning-response.ts';
import { withCounted } from './with-counted.ts';
import { sprintView, type Candidates } from './sprint-view.ts';
import { run, runWhole } from '../accounts/run-operation.ts';

/** The most stories of a sprint that its page shows, and the most that it offers to add. */
const SHOWN_MAX = 100;
const OFFERED_MAX = 50;

/** The query of the page after its stories have changed: the ids of those, as many as are read again. */
export const CHANGED = 'stories';
export const CHANGED_MAX = 20;

/** The categories of stories that are still to be done. */
const OPEN = ['backlog', 'unstarted', 'started'];

/** The page of a sprint: its burn-down and forecast, and its stories. */
export const sprintPage: MemberPage = async (member) => await showSprint(member);

/** The same page, with a form that was not carried out. */
export async function showSprint(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const { call, teamId, t, visitor } = member;
  const query = again ? {} : parseParameters(call.request.query);
  const sprint = await sprintOfPathOrThrow(member);
  const { id: sprintId } = sprint;
  const isOver = hasEnded(sprint, call.now);
  const mayChange = member.member.role !== 'guest';
  const { analyzeSprint } = await import('../../planning/analysis/analyze-sprint.ts');
  const [analysis, expected, stories, statuses, team, teams, name, tools, candidates, changed] =
    await Promise.all([
      run(member, analyzeSprint, { path: { sprintId } }),
      isOver ? undefined : forecastOf(member, sprint),
      runWhole(member, listStories, { query: { teamId, sprintId: [sprintId], limit: SHOWN_MAX } }),
      run(member, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
      run(member, getTeam, { path: { teamId } }),
      teamsOf(member),
      nameOf(member),
      formToolsOf(member, sprintPath(teamId, sprintId), { query, again }),
      mayChange && query['add'] !== undefined ? candidatesFor(member, query['q']?.trim() ?? '') : undefined,
      findChanged(member, query),
    ]);
  const { name: teamName, estimateScheme } = team;
  const isMore = stories.meta.hasMore;
  const shown = withChanged(stories.data, changed, sprintId);
  return planningResponse(
    { t, visitor, name, title: `${sprint.name} · ${teamName}`, teams, teamId },
    sprintView({
      t,
      now: call.now,
      team: { id: teamId, name: teamName, estimateScheme },
      sprint: isMore || isOver ? sprint : withCounted(sprint, shown, statuses),
      isOver,
      days: analysis.burnDown,
      expected,
      stories: shown,
      isMore,
      statuses,
      candidates,
      tools,
    }),
    again?.status,
  );
}

/** The stories that were just put into the sprint or taken out of it, which indexes may not show yet. */
async function findChanged(member: MemberCall, query: Form): Promise<Story[]> {
  const ids = (query['done'] === undefined ? '' : (query[CHANGED] ?? '')).split(',').slice(0, CHANGED_MAX);
  const known = ids.filter((id) => uuid().safeParse(id).success);
  const found = await Promise.all(known.map((id) => findStory(member, id)));
  return found.filter((story) => story !== undefined);
}

const withChanged = (listed: readonly Story[], changed: readonly Story[], sprintId: string): Story[] => {
  const now = changed.filter((story) => story.sprintId === sprintId);
  const ids = new Set(changed.map(({ id }) => id));
  return [...now, ...listed.filter(({ id }) => !ids.has(id))];
};

/** How many of its stories are done by its end; null without enough history, or where nothing is left. */
async function forecastOf(member: MemberCall, { id: sprintId }: Sprint): Promise<SprintFan['expected']> {
  const { getSprintForecast } = await import('../../planning/analysis/get-sprint-forecast.ts');
  const { remaining, expectedCompleted } = await run(member, getSprintForecast, { path: { sprintId } });
  return remaining === 0 ? null : expectedCompleted;
}

/**
 * The team's open stories without a sprint, the highest priority first, as far as they fit a search. A search that is not
 * understood finds none, as does one before there is a read model.
 */
async function candidatesFor(member: MemberCall, q: string): Promise<Candidates> {
  const query = {
    teamId: member.teamId,
    sprintId: ['none'],
    statusCategory: OPEN,
    limit: OFFERED_MAX,
    ...(q === '' ? { sort: '-priority' } : { filter: q }),
  };
  try {
    const { data, meta } = await runWhole(member, listStories, { query });
    return { q, stories: data, isMore: meta.hasMore };
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 503].includes(error.status)) throw error;
    return { q, stories: [], isMore: false };
  }
}
