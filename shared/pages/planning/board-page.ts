import { compareNames } from '../../kernel/core/compare-names.ts';
import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { namesOf } from '../kit/form.ts';
import type { FormCode } from '../kit/page.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded, isRunning } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/story/story.ts';
import {
  areKnown,
  boardWith,
  cardId,
  choicesOf,
  choicesOfForm,
  isChosenIn,
  LIST,
  type BoardChoices,
} from './board-choices.ts';
import { inOrder, loadLanes, type RequestedBoard } from './board-lanes.ts';
import type { BoardSprint, Lane } from './shown-board.ts';
import { boardView } from './board-view.ts';
import { NONE } from './card-menu-view.ts';
import type { MemberCall } from './member-call.ts';
import {
  editTools,
  memberForm,
  memberPage,
  type AskedPage,
  type AwaitedAll,
  type ShownPage,
} from './member-page.ts';
import { storyFields, storyPatchOf, type StoryFields } from './story-fields.ts';
import { storyIdsOf } from './story-ids.ts';
import { findStory } from './find-story.ts';
import { keptChoicesIn } from './kept-choices.ts';
import { namesFor } from './names-for.ts';
import { inWorkflowOrder } from './workflow-order.ts';
import { run } from '../kit/run-operation.ts';

/** The most statuses and sprints that are read of a team, the newest. */
const LISTED_MAX = 100;

/**
 * A team's board: its stories by status and the burn-down of its current sprint, or all stories of one status. Both can be
 * limited to a sprint, and to the reader's stories.
 */
export const page = memberPage({ load: loadBoard, view: viewBoard });

async function loadBoard(asked: AskedPage) {
  const { call, teamId, query, rejected } = asked;
  const shown: RequestedBoard = rejected
    ? { choices: choicesOfForm(rejected.form), status: rejected.form[LIST] || undefined }
    : { ...query, choices: choicesIn(call.request) };
  const { choices } = shown;
  const all = { teamId, limit: LISTED_MAX };
  // Read next to all else, since reading members takes more steps. A failure surfaces when it is awaited.
  const toChooseFrom = Promise.all([
    run(asked, listMembers, { query: all }),
    run(asked, listLabels, { query: all }),
    asked.member.role === 'guest' ? [] : run(asked, listObjectives, { query: all }),
  ]);
  toChooseFrom.catch(() => undefined);
  const [team, allStatuses, sprints] = await Promise.all([
    run(asked, getTeam, { path: { teamId } }),
    run(asked, listStatuses, { query: all }),
    run(asked, listSprints, { query: all }),
  ]);
  const chosen = sprints.find(({ id }) => id === choices.sprint);
  const workflow = inWorkflowOrder(allStatuses);
  const statuses = workflow.filter(({ id }) => shown.status === undefined || id === shown.status);
  const isKnown = (choices.sprint === undefined || chosen) && areKnown(choices);
  if (statuses.length === 0 || !isKnown) throw notFound('page');
  const only = shown.status === undefined ? undefined : statuses[0]!.name;
  const current = chosen ?? sprints.find((one) => isRunning(one, call.now));
  const [{ lanes: listed, searchProblem }, changed, sprint, [people, labels, objectives]] = await Promise.all(
    [
      loadLanes(asked, statuses, shown),
      findChanged(asked, query),
      only === undefined && choices.q === undefined && current
        ? describeSprint(current, sprints, asked)
        : undefined,
      toChooseFrom,
    ],
  );
  const lanes = withChanged(listed, changed);
  const assignees = lanes.flatMap(({ stories }) => stories.flatMap(({ assigneeId }) => assigneeId ?? []));
  return {
    now: call.now,
    team,
    only,
    statuses: workflow.map(({ id, name }) => ({ id, name })),
    readerId: asked.member.memberId,
    changing: query['change'],
    choices,
    searchProblem,
    sprintName: chosen?.name,
    people: byName(people, asked.member.memberId),
    labels: byName(labels),
    objectives: byName(objectives),
    sprints: sprints.filter((one) => one.id === choices.sprint || !hasEnded(one, call.now)),
    lanes,
    sprint,
    changed,
    nameOf: namesFor(asked, assignees),
  };
}

function viewBoard(
  { changed, ...loaded }: AwaitedAll<Awaited<ReturnType<typeof loadBoard>>>,
  shown: ShownPage,
) {
  const { only, team } = loaded;
  const tools = editTools(shown);
  const isKept = tools?.isKept === true && tools.form['title'] !== undefined;
  return {
    title: only === undefined ? team.name : `${only} · ${team.name}`,
    body: boardView({ t: shown.t, ...loaded, tools: tools && { ...tools, isKept, doneWith: changed } }),
  };
}

/** What an address chooses; without a choice, what was kept of an earlier one. */
const choicesIn = (request: WebRequest): BoardChoices =>
  isChosenIn(request.query) ? choicesOf(parseParameters(request.query)) : keptChoicesIn(request);

/** By name, one of them first. */
const byName = (all: readonly { id: string; name: string }[], first?: string) =>
  all
    .map(({ id, name }) => ({ id, name }))
    .sort(
      (one, other) =>
        Number(other.id === first) - Number(one.id === first) || compareNames(one.name, other.name),
    );

/** The story that has just been created or moved, which indexes may not have, or not among the first. */
async function findChanged(member: MemberCall, { done, story }: Form): Promise<Story | undefined> {
  const storyId = done === undefined ? undefined : uuid().safeParse(story).data;
  return storyId === undefined ? undefined : await findStory(member, storyId);
}

/** The lanes with a story in that of its status, at its place there, also where that does not list it. */
const withChanged = (lanes: readonly Lane[], story: Story | undefined): Lane[] =>
  lanes.map((lane) => {
    // An index can lead to a story that has just left the status.
    const others = lane.stories.filter(({ id, statusId }) => id !== story?.id && statusId === lane.id);
    if (story?.statusId !== lane.id) return { ...lane, stories: others };
    const wasAt = lane.stories.findIndex(({ id }) => id === story.id);
    const stories =
      lane.order === undefined
        ? others.toSpliced(Math.max(wasAt, 0), 0, story)
        : inOrder([...others, story], lane.order);
    return { ...lane, stories, count: Math.max(lane.count, stories.length) };
  });

/** A sprint with its burn-down, and those before and after it. */
async function describeSprint(
  sprint: Sprint,
  all: readonly Sprint[],
  member: MemberCall,
): Promise<BoardSprint> {
  const { analyzeSprint } = await import('../../planning/analysis/analyze-sprint.ts');
  const { burnDown: days } = await run(member, analyzeSprint, { path: { sprintId: sprint.id } });
  const inOrder = all.toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));
  const place = inOrder.findIndex(({ id }) => id === sprint.id);
  return { sprint, previous: inOrder[place - 1], next: inOrder[place + 1], days };
}

/** The fields of a story that the menu of its card changes. */
const menuFields = ['status', 'assignee', 'priority', 'estimate', 'sprint'] as const;

/**
 * Changes what is chosen in the menu of a story's card, such as its status, whatever else of it has changed since the board
 * was shown: two who move it at once both see where it is then.
 */
const changeOnBoard: FormCode<MemberCall> = {
  names: namesOf(storyFields),
  async handle(member, form) {
    const { id, updatedAt } = await run(member, getStory, { path: storyIdsOf(member) });
    const chosen = menuFields.flatMap((name) => {
      const value = form[name];
      return value === undefined ? [] : [[name, name !== 'priority' && value === NONE ? '' : value]];
    });
    const patch = storyPatchOf(Object.fromEntries(chosen) as Partial<StoryFields>);
    const rank = placementIn(form);
    const body = { expectedUpdatedAt: updatedAt, ...patch, ...(rank !== undefined && { rank }) };
    await run(member, updateStory, { path: { storyId: id }, body });
    const isMoved = form['status'] !== undefined || rank !== undefined;
    return redirectResponse(afterChange(isMoved ? 'moved' : 'changed', id, member, form));
  },
};

/** Where a form puts a story among others: `first`, or before or after one of them. */
function placementIn({ rank }: Form): unknown {
  const [where, id] = rank?.split(' ') ?? [];
  return where === undefined || id === undefined ? where : { [where]: id };
}

/** The board after a change, at the story's card. */
function afterChange(done: string, storyId: string, { teamId }: MemberCall, form: Form): string {
  const path = boardWith(teamId, {
    ...choicesOfForm(form),
    status: form[LIST] || undefined,
    done,
    story: storyId,
  });
  return `${path}#${cardId(storyId)}`;
}

export const forms = {
  createOnBoard: memberForm({
    operation: createStory,
    fields: storyFields,
    body: ({ teamId }) => ({ teamId, title: '' }),
    done: (member, { id }, form) => afterChange('created', id, member, form),
  }),
  changeOnBoard,
};
