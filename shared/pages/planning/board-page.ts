import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import type { Member } from '../../identity/members/member.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/statuses/status.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import type { Team } from '../../identity/teams/team.ts';
import type { Label } from '../../planning/labels/label.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { boardPath } from '../../planning/page-paths.ts';
import { pageCountOf } from '../../planning/page-stories.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded, isRunning } from '../../planning/sprints/sprint-days.ts';
import type { BurnDownDays } from '../../planning/pictures/facts.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { refusalText } from '../accounts/refusal-text.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { areKnown, choicesOf, choicesOfForm, storyQueryOf, type BoardChoices } from './board-choices.ts';
import { boardView } from './board-view.ts';
import type { BoardSprint, Lane } from './shown-board.ts';
import type { Problem } from '../portal-team/form-view.ts';
import {
  runFor,
  nameOf,
  teamsOf,
  UNSAVED,
  type MemberCall,
  type MemberPage,
  type RefusedForm,
} from './member-call.ts';
import { findStory } from './find-story.ts';
import { namesFor } from './names-for.ts';
import { planningResponse } from './planning-response.ts';
import { inWorkflowOrder } from './workflow-order.ts';

/** The most stories that a column shows next to others, and that a page of one status shows. */
const LANE_MAX = 10;
const LIST_MAX = 50;

/** The most statuses and sprints that are read of a team, the newest. */
const LISTED_MAX = 100;

/** Which page of a board a request asks for: by default the stories of all statuses. */
interface Asked {
  choices: BoardChoices;
  /** The id of the status whose stories alone are shown. */
  status?: string | undefined;
  /** Where a page of stories of one status continues. */
  cursor?: string | undefined;
}

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
    ? { choices: choicesOfForm(again.form) }
    : { ...query, choices: choicesOf(query) };
  const { choices } = asked;
  const all = { teamId, limit: LISTED_MAX };
  // Read next to all else, since reading members takes more steps. A failure surfaces when it is awaited.
  const toChooseFrom = Promise.all([
    runFor(member, listMembers, { query: all }),
    runFor(member, listLabels, { query: all }),
  ]);
  toChooseFrom.catch(() => undefined);
  const [form, team, teams, memberName, allStatuses, sprints] = await Promise.all([
    again?.form ?? getDraft(call.read, visitor.session.user.id, boardPath(teamId), call.now),
    runFor(member, getTeam, { path: { teamId } }),
    teamsOf(member),
    nameOf(member),
    runFor(member, listStatuses, { query: all }),
    runFor(member, listSprints, { query: all }),
  ]);
  const allSprints = sprints.data as Sprint[];
  const chosen = allSprints.find(({ id }) => id === choices.sprint);
  const statuses = statusesOf(allStatuses.data as Status[], asked);
  const isKnown = (choices.sprint === undefined || chosen) && areKnown(choices);
  if (statuses.length === 0 || !isKnown) throw notFound('page');
  const only = asked.status === undefined ? undefined : statuses[0]!.name;
  const current = chosen ?? allSprints.find((one) => isRunning(one, call.now));
  const [{ lanes: listed, searchProblem }, changed, sprint, [people, labels]] = await Promise.all([
    loadLanes(member, statuses, asked),
    again ? undefined : findChanged(member, query),
    only === undefined && choices.q === undefined && current
      ? describeSprint(current, allSprints, member)
      : undefined,
    toChooseFrom,
  ]);
  const lanes = withChanged(listed, changed);
  const isKept = again === undefined && form?.['title'] !== undefined;
  const assignees = lanes.flatMap(({ stories }) => stories.flatMap(({ assigneeId }) => assigneeId ?? []));
  const { id, name, code, estimateScheme, sprintsEnabled } = team.data as Team;
  return planningResponse(
    { t, visitor, name: memberName, teams, teamId, title: only === undefined ? name : `${only} · ${name}` },
    boardView({
      t,
      now: call.now,
      team: { id, name, code, estimateScheme, sprintsEnabled },
      only,
      choices,
      searchProblem,
      sprintName: chosen?.name,
      people: byName(people.data as Member[], member.member.memberId),
      labels: byName(labels.data as Label[]),
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
              doneWith: query['story'],
              problem: again?.problem,
              isUnsaved: query[UNSAVED] !== undefined,
              isKept,
            },
    }),
    again?.status,
  );
}

/** By name, one of them first. */
const byName = (all: readonly { id: string; name: string }[], first?: string) =>
  all
    .map(({ id, name }) => ({ id, name }))
    .sort(
      (one, other) =>
        Number(other.id === first) - Number(one.id === first) || one.name.localeCompare(other.name),
    );

const statusesOf = (listed: readonly Status[], { status }: Asked): Status[] =>
  inWorkflowOrder(listed).filter(({ id }) => status === undefined || id === status);

/** The story that has just been created or moved, which indexes may not have, or not among the first. */
async function findChanged(member: MemberCall, { done, story }: Form): Promise<Story | undefined> {
  const storyId = done === undefined ? undefined : uuid().safeParse(story).data;
  return storyId === undefined ? undefined : await findStory(member, storyId);
}

/** The lanes with a story in that of its status, where it leads those that are not listed there. */
const withChanged = (lanes: readonly Lane[], story: Story | undefined): Lane[] =>
  lanes.map((lane) => {
    const stories = lane.stories.filter(
      ({ id, statusId }) => id !== story?.id || statusId === story.statusId,
    );
    const isMissing = lane.id === story?.statusId && stories.every(({ id }) => id !== story.id);
    const all = isMissing ? [story, ...stories] : stories;
    return { ...lane, stories: all, count: Math.max(lane.count, all.length) };
  });

/** The stories of statuses. A search that is not understood is left out, with the reason. */
async function loadLanes(
  member: MemberCall,
  statuses: readonly Status[],
  asked: Asked,
): Promise<{ lanes: Lane[]; searchProblem: Problem | undefined }> {
  const load = (what: Asked) => Promise.all(statuses.map((status) => loadLane(member, status, what)));
  try {
    return { lanes: await load(asked), searchProblem: undefined };
  } catch (error) {
    const { q, ...choices } = asked.choices;
    if (q === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
    return {
      lanes: await load({ ...asked, choices }),
      searchProblem: { text: refusalText(error, member.t) },
    };
  }
}

async function loadLane(
  member: MemberCall,
  { id, name, category, teamId }: Status,
  { choices, status, cursor }: Asked,
): Promise<Lane> {
  const isAlone = status !== undefined;
  // Chosen stories are counted as far as they are read, since no index has them by status.
  const { sort: _, ...chosen } = choices;
  const isPart = Object.keys(chosen).length > 0;
  const limit = isAlone || isPart ? LIST_MAX : LANE_MAX;
  const query = {
    teamId: teamId!,
    statusId: [id],
    limit,
    ...storyQueryOf(choices, member.member.memberId),
    ...(isAlone && cursor !== undefined && { cursor }),
  };
  const [{ data, meta }, counted] = await Promise.all([
    runFor(member, listStories, { query }),
    isPart ? undefined : pageCountOf(member.call.read, id),
  ]);
  const stories = data as Story[];
  const { count, isMore } = counted ?? { count: stories.length, isMore: meta?.hasMore ?? false };
  // The index may not have the newest yet.
  const total = Math.max(count, stories.length);
  return {
    id,
    name,
    category,
    stories: isAlone ? stories : stories.slice(0, LANE_MAX),
    count: total,
    isMore,
    // No index has the sum, so it is known where all stories have been read.
    estimate: total === stories.length && !isMore ? estimateOf(stories) : null,
    nextCursor: meta?.nextCursor ?? null,
  };
}

/** The sum of the estimates of stories; null if none has one. */
function estimateOf(stories: readonly Story[]): number | null {
  const estimates = stories.flatMap(({ estimateValue }) => estimateValue ?? []);
  // Estimates have at most two decimals.
  return estimates.length === 0 ? null : Math.round(estimates.reduce((sum, one) => sum + one, 0) * 100) / 100;
}

/** A sprint with its burn-down, and those before and after it. */
async function describeSprint(
  sprint: Sprint,
  all: readonly Sprint[],
  member: MemberCall,
): Promise<BoardSprint> {
  const { analyzeSprint } = await import('../../planning/analysis/analyze-sprint.ts');
  const { data } = await runFor(member, analyzeSprint, { path: { sprintId: sprint.id } });
  const { burnDown: days } = data as { burnDown: BurnDownDays };
  const inOrder = all.toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));
  const place = inOrder.findIndex(({ id }) => id === sprint.id);
  return { sprint, previous: inOrder[place - 1], next: inOrder[place + 1], days };
}
