import { ApiError } from '../../kernel/core/errors.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { Status } from '../../identity/status/status.ts';
import { pageCountOf } from '../../planning/pages/page-stories.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { refusalText } from '../session/refusal-text.ts';
import type { Problem } from '../kit/form-view.ts';
import { storyQueryOf, type BoardChoices } from './board-choices.ts';
import type { MemberCall } from './member-call.ts';
import type { Lane } from './shown-board.ts';
import { runWhole } from '../kit/run-operation.ts';

/** The most stories that a column shows next to others, and that a page of one status shows. */
const LANE_MAX = 10;
const LIST_MAX = 50;

/** Of the reader's own stories, the board leaves out those that were done longer ago. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

/** Which page of a board a request asks for: by default the stories of all statuses. */
export interface RequestedBoard {
  choices: BoardChoices;
  /** The id of the status whose stories alone are shown. */
  status?: string | undefined;
  /** Where a page of stories of one status continues. */
  cursor?: string | undefined;
}

/** The stories of statuses. A search that is not understood is left out, with the reason. */
export async function loadLanes(
  member: MemberCall,
  statuses: readonly Status[],
  asked: RequestedBoard,
): Promise<{ lanes: Lane[]; searchProblem: Problem | undefined }> {
  const load = (what: RequestedBoard) =>
    Promise.all(statuses.map((status) => loadLane(member, status, what)));
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
  { id, name, category, teamId }: Pick<Status, 'id' | 'name' | 'category' | 'teamId'>,
  asked: RequestedBoard,
): Promise<Lane> {
  const { choices, status, cursor } = asked;
  const isAlone = status !== undefined;
  const isDone = category === 'completed' && choices.sort === undefined && choices.q === undefined;
  // Chosen stories are counted as far as they are read, since no index has them by status.
  const { sort: _, ...chosen } = choices;
  const isPart = Object.keys(chosen).length > 0;
  const limit = isAlone || isPart || isDone ? LIST_MAX : LANE_MAX;
  const query = {
    teamId: teamId!,
    statusId: [id],
    limit,
    ...storyQueryOf(choices, member.member.memberId),
    ...(isAlone && cursor !== undefined && { cursor }),
  };
  const [{ data, meta }, counted] = await Promise.all([
    isDone && isAlone ? listByCompletion(member, query) : listDone(member, query, isDone),
    isPart ? undefined : pageCountOf(member.call.read, id),
  ]);
  const isRecent = isRecentOnly(category, asked);
  const stories = data.filter((story) => !isRecent || wasRecent(story, member.call.now));
  const { count, isMore } = counted ?? { count: stories.length, isMore: meta.hasMore };
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
    isRecent,
  };
}

/** Whether a column of the reader's own stories leaves out what was done long ago. */
const isRecentOnly = (category: StatusCategory, { choices, status }: RequestedBoard): boolean =>
  choices.mine !== undefined &&
  choices.q === undefined &&
  status === undefined &&
  (category === 'completed' || category === 'cancelled');

const wasRecent = ({ completedAt, updatedAt }: Story, now: Date): boolean =>
  (completedAt ?? updatedAt) >= new Date(now.getTime() - RECENT_MS).toISOString();

type ListQuery = Record<string, unknown>;

/** A list from an index, which is up to date. What is done is sorted as it was completed, if all of it is read. */
async function listDone(member: MemberCall, query: ListQuery, isDone: boolean) {
  const listed = await runWhole(member, listStories, { query });
  if (!isDone) return listed;
  if (listed.meta.hasMore) return await listByCompletion(member, query);
  const placeOf = ({ completedAt }: Story) => completedAt ?? '';
  const data = listed.data.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  return { ...listed, data };
}

/** What was completed last first; the newest first while there is no read model yet. */
async function listByCompletion(member: MemberCall, query: ListQuery) {
  try {
    return await runWhole(member, listStories, { query: { ...query, sort: '-completedAt' } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    return await runWhole(member, listStories, { query });
  }
}

/** The sum of the estimates of stories; null if none has one. */
function estimateOf(stories: readonly Story[]): number | null {
  const estimates = stories.flatMap(({ estimateValue }) => estimateValue ?? []);
  // Estimates have at most two decimals.
  return estimates.length === 0 ? null : Math.round(estimates.reduce((sum, one) => sum + one, 0) * 100) / 100;
}
