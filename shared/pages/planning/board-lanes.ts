import { ApiError } from '../../kernel/core/errors.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { Status } from '../../identity/status/status.ts';
import { pageCountOf } from '../../planning/pages/page-stories.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { standingOf } from '../../planning/story-parts/standing.ts';
import { refusalText } from '../session/refusal-text.ts';
import type { Problem } from '../kit/form-view.ts';
import { isPart, openedIn, storyQueryOf, type BoardChoices } from './board-choices.ts';
import type { MemberCall } from './member-call.ts';
import type { Lane, LaneOrder } from './shown-board.ts';
import { runWhole } from '../kit/run-operation.ts';

/** The most stories that a column shows next to others at first and on demand, and that a page of one status shows. */
const LANE_MAX = 30;
const OPENED_MAX = 90;
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
  const order = orderOf(category, choices);
  const most = isAlone ? LIST_MAX : openedIn(choices).includes(id) ? OPENED_MAX : LANE_MAX;
  // Chosen stories are counted as far as they are read, since no index has them by status.
  const isChosen = isPart(choices);
  const query = {
    teamId: teamId!,
    statusId: [id],
    limit: isChosen || order !== undefined ? Math.max(most, LIST_MAX) : most,
    ...storyQueryOf(choices, member.member.memberId),
    ...(isAlone && cursor !== undefined && { cursor }),
  };
  const [{ data, meta }, counted] = await Promise.all([
    order === undefined
      ? runWhole(member, listStories, { query })
      : listInOrder(member, query, { order, isAlone }),
    isChosen ? undefined : pageCountOf(member.call.read, id),
  ]);
  const isRecent = isRecentOnly(category, asked);
  const stories = data.filter((story) => !isRecent || wasRecent(story, member.call.now));
  const { count, isMore } = counted ?? { count: stories.length, isMore: meta.hasMore };
  // The index may not have the newest yet.
  const total = Math.max(count, stories.length);
  const shown = isAlone ? stories : stories.slice(0, most);
  return {
    id,
    name,
    category,
    order,
    stories: shown,
    count: total,
    isMore,
    // No index has the sum, so it is known where all stories have been read.
    estimate: total === stories.length && !isMore ? estimateOf(stories) : null,
    nextCursor: meta.nextCursor,
    further: isAlone || shown.length < most ? 0 : Math.min(total, OPENED_MAX) - shown.length,
    isRecent,
  };
}

/** The order of a lane for which the reader has chosen none. What is searched for comes as it fits best. */
const orderOf = (category: StatusCategory, { sort, q }: BoardChoices): LaneOrder | undefined =>
  sort !== undefined || q !== undefined ? undefined : category === 'completed' ? '-completedAt' : 'rank';

/** Whether a column of the reader's own stories leaves out what was done long ago. */
const isRecentOnly = (category: StatusCategory, { choices, status }: RequestedBoard): boolean =>
  choices.mine !== undefined &&
  choices.q === undefined &&
  status === undefined &&
  (category === 'completed' || category === 'cancelled');

const wasRecent = ({ completedAt, updatedAt }: Story, now: Date): boolean =>
  (completedAt ?? updatedAt) >= new Date(now.getTime() - RECENT_MS).toISOString();

type ListQuery = Record<string, unknown>;

/**
 * The stories of a lane in its order. An index has the newest, up to date; where there are more, the first in that order
 * come from a read model, which may not have the latest changes yet.
 */
async function listInOrder(
  member: MemberCall,
  query: ListQuery,
  { order, isAlone }: { order: LaneOrder; isAlone: boolean },
) {
  // A cursor is one of the read model's, which alone has further pages.
  const listed = query['cursor'] === undefined ? await runWhole(member, listStories, { query }) : undefined;
  if (listed?.meta.hasMore === false) return { ...listed, data: inOrder(listed.data, order) };
  const first = await listSorted(member, { ...query, sort: order });
  if (isAlone || listed === undefined) return first;
  const ids = new Set(listed.data.map(({ id }) => id));
  return { ...first, data: inOrder([...listed.data, ...first.data.filter(({ id }) => !ids.has(id))], order) };
}

/** As the read model sorts; the newest first while there is none yet. */
async function listSorted(member: MemberCall, { sort, ...query }: ListQuery) {
  try {
    return await runWhole(member, listStories, { query: { ...query, sort } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    return await runWhole(member, listStories, { query });
  }
}

/** Stories in the order of a lane. */
export function inOrder(stories: readonly Story[], order: LaneOrder): Story[] {
  const placeOf = order === 'rank' ? standingOf : ({ completedAt }: Story) => completedAt ?? '';
  const places = new Map(stories.map((story) => [story, placeOf(story)]));
  const direction = order === 'rank' ? 1 : -1;
  return stories.toSorted((one, other) => {
    const [place, others] = [places.get(one)!, places.get(other)!];
    return place === others ? 0 : place < others ? -direction : direction;
  });
}

/** The sum of the estimates of stories; null if none has one. */
function estimateOf(stories: readonly Story[]): number | null {
  const estimates = stories.flatMap(({ estimateValue }) => estimateValue ?? []);
  // Estimates have at most two decimals.
  return estimates.length === 0 ? null : Math.round(estimates.reduce((sum, one) => sum + one, 0) * 100) / 100;
}
