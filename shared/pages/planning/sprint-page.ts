import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { sprintsPath } from '../../planning/paths/page-paths.ts';
import type { SprintFan } from '../../planning/pictures/facts.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { getSprint } from '../../planning/sprints/get-sprint.ts';
import { hasEnded } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { PageError } from '../session/page-error.ts';
import type { FormCode } from '../kit/page.ts';
import { run, runWhole } from '../kit/run-operation.ts';
import { findStory } from './find-story.ts';
import type { MemberCall } from './member-call.ts';
import { editTools, memberForm, memberPage, type AskedPage } from './member-page.ts';
import { sprintFormDays, sprintFormFields } from './sprint-fields.ts';
import { sprintView, STORY_BOX, type Candidates } from './sprint-view.ts';
import { withCounted } from './with-counted.ts';

/** The most stories of a sprint that its page shows, and the most that it offers to add and one form adds. */
const SHOWN_MAX = 100;
const OFFERED_MAX = 50;

/** The query of the page after its stories have changed: the ids of those, as many as are read again. */
const CHANGED = 'stories';
const CHANGED_MAX = 20;

/** The categories of stories that are still to be done. */
const OPEN = ['backlog', 'unstarted', 'started'];

/** The page of a sprint: its burn-down and forecast, and its stories. */
export const page = memberPage({
  async load(asked) {
    const { teamId, query } = asked;
    const [sprint, { analyzeSprint }] = await Promise.all([
      sprintOfPathOrThrow(asked),
      import('../../planning/analysis/analyze-sprint.ts'),
    ]);
    const path = { sprintId: sprint.id };
    const isOver = hasEnded(sprint, asked.call.now);
    const mayChange = asked.member.role !== 'guest';
    return {
      sprint,
      isOver,
      analysis: run(asked, analyzeSprint, { path }),
      expected: isOver ? undefined : forecastOf(asked, sprint),
      listed: runWhole(asked, listStories, { query: { teamId, sprintId: [sprint.id], limit: SHOWN_MAX } }),
      statuses: run(asked, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
      team: run(asked, getTeam, { path: { teamId } }),
      candidates:
        mayChange && query['add'] !== undefined ? candidatesFor(asked, query['q']?.trim() ?? '') : undefined,
      changed: findChanged(asked, query),
    };
  },
  view({ sprint, isOver, analysis, listed, statuses, team, changed, ...loaded }, shown) {
    const { t, call } = shown;
    const isMore = listed.meta.hasMore;
    const stories = withChanged(listed.data, changed, sprint.id);
    const body = sprintView({
      t,
      now: call.now,
      team,
      sprint: isMore || isOver ? sprint : withCounted(sprint, stories, statuses),
      isOver,
      days: analysis.burnDown,
      stories,
      isMore,
      statuses,
      ...loaded,
      tools: editTools(shown),
    });
    return { title: `${sprint.name} · ${team.name}`, body };
  },
});

/** The sprint that a path names, which is one of the team in it. Throws a 404 for others. */
async function sprintOfPathOrThrow(member: MemberCall): Promise<Sprint> {
  const sprintId = uuid().safeParse(member.call.request.parameters['sprintId']).data;
  if (sprintId === undefined) throw notFound('page');
  const sprint = await run(member, getSprint, { path: { sprintId } });
  if (sprint.teamId !== member.teamId) throw notFound('page');
  return sprint;
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
async function candidatesFor(asked: AskedPage, q: string): Promise<Candidates> {
  const query = {
    teamId: asked.teamId,
    sprintId: ['none'],
    statusCategory: OPEN,
    limit: OFFERED_MAX,
    ...(q === '' ? { sort: '-priority' } : { filter: q }),
  };
  try {
    const { data, meta } = await runWhole(asked, listStories, { query });
    return { q, stories: data, isMore: meta.hasMore };
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 503].includes(error.status)) throw error;
    return { q, stories: [], isMore: false };
  }
}

/** Puts the ticked stories into a sprint, or takes one out of it, whatever else of them has changed meanwhile. */
const planStories: FormCode<MemberCall> = {
  async handle(member, form) {
    const { id: sprintId } = await sprintOfPathOrThrow(member);
    const { remove } = form;
    if (remove !== undefined) {
      const { sprintId: current } = await storyOf(member, remove);
      if (current === sprintId) await plan(member, remove, { clearFields: ['sprintId'] });
      return redirectResponse(afterPlanning(member, 'removed', [remove]));
    }
    const ticked = Object.keys(form).flatMap((name) =>
      name.startsWith(STORY_BOX) ? name.slice(STORY_BOX.length) : [],
    );
    if (ticked.length === 0) throw new PageError(400, 'sprint.add', 'sprint.noneTicked');
    const added = await Promise.allSettled(
      ticked.slice(0, OFFERED_MAX).map((id) => plan(member, id, { sprintId })),
    );
    // One that was deleted meanwhile does not stop the others.
    const failed = added.find((one) => one.status === 'rejected' && !isGone(one.reason));
    if (failed?.status === 'rejected') throw failed.reason;
    return redirectResponse(afterPlanning(member, 'added', ticked));
  },
};

const isGone = (reason: unknown): boolean => reason instanceof ApiError && reason.status === 404;

/** The page after its stories have changed, with some of them: its indexes and counts follow a moment later. */
function afterPlanning({ page: path }: MemberCall, done: string, storyIds: readonly string[]): string {
  const query = new URLSearchParams({ done, [CHANGED]: storyIds.slice(0, CHANGED_MAX).join(',') });
  return `${path}?${query.toString()}#stories`;
}

async function plan(member: MemberCall, id: string, change: object): Promise<void> {
  const { updatedAt } = await storyOf(member, id);
  await run(member, updateStory, {
    path: { storyId: id },
    body: { expectedUpdatedAt: updatedAt, ...change },
  });
}

/** A story of the team whose sprint it is. Throws a 404 for others. */
async function storyOf(member: MemberCall, id: string): Promise<Story> {
  const storyId = uuid().safeParse(id).data;
  if (storyId === undefined) throw notFound('story');
  const story = await run(member, getStory, { path: { storyId } });
  if (story.teamId !== member.teamId) throw notFound('story');
  return story;
}

export const forms = {
  saveSprint: memberForm({
    operation: updateSprint,
    fields: sprintFormFields,
    isUpdate: true,
    inOrder: sprintFormDays,
    done: '?done=saved',
  }),
  removeSprint: memberForm({
    operation: deleteSprint,
    keepsDraft: true,
    done: ({ teamId }) => `${sprintsPath(teamId)}?done=deleted`,
  }),
  planStories,
};
