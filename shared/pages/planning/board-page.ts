import { compareNames } from '../../kernel/core/compare-names.ts';
import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { boardPath } from '../../planning/page-paths.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded, isRunning } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { areKnown, choicesOf, choicesOfForm, isChosenIn, LIST, type BoardChoices } from './board-choices.ts';
import { loadLanes, type Asked } from './board-lanes.ts';
import { boardView } from './board-view.ts';
import type { BoardSprint, Lane } from './shown-board.ts';
import {
  nameOf,
  teamsOf,
  UNSAVED,
  type MemberCall,
  type MemberPage,
  type RefusedForm,
} from './member-call.ts';
import { findStory } from './find-story.ts';
import { keptChoicesIn } from './kept-choices.ts';
import { namesFor } from './names-for.ts';
import { planningResponse } from './planning-response.ts';
import { inWorkflowOrder } from './workflow-order.ts';
import { run } from '../accounts/run-operation.ts';

/** The most statuses and sprints that are read of a team, the newest. */
const LISTED_MAX = 100;

/**
 * A team's board: its stories by status and the burn-down of its current sprint, or all stories of one status. Both can be
 * limited to a sprint, and to the reader's stories.
 */
export const boardPage: MemberPage = async (member) => await showBoard(member);

/** The same page, with a form that was not carried out. */
export async function showBoard(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const { call, t, visitor } = member;
  const teamId = call.request.parameters['teamId']!;
  const query = parseParameters(call.request.query);
  const asked: Asked = again
    ? { choices: choicesOfForm(again.form), status: again.form[LIST] || undefined }
    : { ...query, choices: choicesIn(call.request) };
  const { choices } = asked;
  const all = { teamId, limit: LISTED_MAX };
  // Read next to all else, since reading members takes more steps. A failure surfaces when it is awaited.
  const toChooseFrom = Promise.all([
    run(member, listMembers, { query: all }),
    run(member, listLabels, { query: all }),
    member.member.role === 'guest' ? undefined : run(member, listObjectives, { query: all }),
  ]);
  toChooseFrom.catch(() => undefined);
  const [form, team, teams, memberName, allStatuses, sprints] = await Promise.all([
    again?.form ?? getDraft(call.read, visitor.session.user.id, boardPath(teamId), call.now),
    run(member, getTeam, { path: { teamId } }),
    teamsOf(member),
    nameOf(member),
    run(member, listStatuses, { query: all }),
    run(member, listSprints, { query: all }),
  ]);
  const allSprints = sprints;
  const chosen = allSprints.find(({ id }) => id === choices.sprint);
  const workflow = inWorkflowOrder(allStatuses);
  const statuses = workflow.filter(({ id }) => asked.status === undefined || id === asked.status);
  const isKnown = (choices.sprint === undefined || chosen) && areKnown(choices);
  if (statuses.length === 0 || !isKnown) throw notFound('page');
  const only = asked.status === undefined ? undefined : statuses[0]!.name;
  const current = chosen ?? allSprints.find((one) => isRunning(one, call.now));
  const [{ lanes: listed, searchProblem }, changed, sprint, [people, labels, objectives]] = await Promise.all(
    [
      loadLanes(member, statuses, asked),
      again ? undefined : findChanged(member, query),
      only === undefined && choices.q === undefined && current
        ? describeSprint(current, allSprints, member)
        : undefined,
      toChooseFrom,
    ],
  );
  const lanes = withChanged(listed, changed);
  const isKept = again === undefined && form?.['title'] !== undefined;
  const assignees = lanes.flatMap(({ stories }) => stories.flatMap(({ assigneeId }) => assigneeId ?? []));
  const { id, name, code, estimateScheme, sprintsEnabled } = team;
  return planningResponse(
    { t, visitor, name: memberName, teams, teamId, title: only === undefined ? name : `${only} · ${name}` },
    boardView({
      t,
      now: call.now,
      team: { id, name, code, estimateScheme, sprintsEnabled },
      only,
      statuses: workflow.map(({ id, name }) => ({ id, name })),
      readerId: member.member.memberId,
      choices,
      searchProblem,
      sprintName: chosen?.name,
      people: byName(people, member.member.memberId),
      labels: byName(labels),
      objectives: byName(objectives ?? []),
      sprints: allSprints.filter((one) => one.id === choices.sprint || !hasEnded(one, call.now)),
      lanes,
      sprint,
      nameOf: await namesFor(member, assignees),
      tools:
        member.member.role === 'guest'
          ? undefined
          : {
              csrfToken: visitor.csrfToken,
              formNonce: newFormNonce(call),
              form: form ?? {},
              done: again ? undefined : query['done'],
              doneWith: changed,
              problem: again?.problem,
              isUnsaved: query[UNSAVED] !== undefined,
              isKept,
            },
    }),
    again?.status,
  );
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

/** The lanes with a story in that of its status, where it leads those that are not listed there. */
const withChanged = (lanes: readonly Lane[], story: Story | undefined): Lane[] =>
  lanes.map((lane) => {
    // An index can lead to a story that has just left the status.
    const stories = lane.stories.filter(
      ({ id, statusId }) => (id === story?.id ? story.statusId : statusId) === lane.id,
    );
    const isMissing = lane.id === story?.statusId && stories.every(({ id }) => id !== story.id);
    const all = isMissing ? [story, ...stories] : stories;
    return { ...lane, stories: all, count: Math.max(lane.count, all.length) };
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
