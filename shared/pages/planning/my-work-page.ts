import type { PageMeta } from '../../kernel/api/operation/public-serving.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { listAgentSessions, type AgentSession } from '../../planning/pages/page-agents.ts';
import { listNotifications } from '../../planning/pages/page-news.ts';
import { getSchedule } from '../../planning/scheduling/planner/get-schedule.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { isRunning } from '../../planning/sprints/sprint-days.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { getListedStoryItems, storyKeyOf, toStory } from '../../planning/story/story-store.ts';
import { listPersonWorkspaces } from '../accounts/person-workspaces.ts';
import { run, runWhole, type ActingCall } from '../kit/run-operation.ts';
import { workspacePage, type AskedWorkspacePage } from './member-page.ts';
import { myWorkView, type AgentWork, type OpenProposals } from './my-work-view.ts';

/** The most of each that the page shows. */
const STORIES_MAX = 100;
const NEWS_MAX = 5;
const BLOCKS_MAX = 5;
const SESSIONS_MAX = 20;

/** How long what an agent has ended is shown. */
const ENDED_MS = DAY_MS;

/** What reads the proposals that wait for someone to decide, which pages do not know themselves. */
export type ReadProposals = (acting: ActingCall) => Promise<OpenProposals>;

/** What a member works on in a workspace: what is assigned to them, what waits for them, and what is planned and running. */
export const myWorkPage = (readProposals: ReadProposals) =>
  workspacePage({
    load: (asked) => ({
      workspaces: listPersonWorkspaces(asked.call.read, asked.member.userId),
      assigned: assignedTo(asked),
      news: runWhole(asked, listNotifications, { query: { state: 'unread', limit: NEWS_MAX } }),
      proposals: readProposals(asked),
      blocks: nextBlocks(asked),
      sprints: runningSprints(asked),
      agents: agentWork(asked),
    }),
    view: ({ workspaces, news, ...loaded }, { t, teams, member, call }) => ({
      title: t.text('work.title'),
      ownPage: 'work',
      body: myWorkView({
        ...loaded,
        news: { shown: news.data, isMore: news.meta.hasMore },
        t,
        now: call.now,
        workspaceId: member.workspaceId,
        workspaces: workspaces.filter(({ accepted }) => accepted),
        teams,
      }),
    }),
  });

/** The newest open stories of the member, what is due first. Indexes have them: no read model is loaded for a page. */
async function assignedTo(asked: AskedWorkspacePage): Promise<{ stories: Story[]; isMore: boolean }> {
  const statuses = await pagesOf((query) =>
    runWhole(asked, listStatuses, { query: { appliesTo: 'story', archived: 'include', ...query } }),
  );
  const open = statuses.filter(({ category }) => !isEnd(category)).map(({ id }) => id);
  const lists = await Promise.all(
    inParts(open, STATUSES_AT_ONCE).map((statusId) =>
      runWhole(asked, listStories, { query: { assigneeId: ['me'], statusId, limit: STORIES_MAX } }),
    ),
  );
  const found = lists.flatMap(({ data }) => data);
  return {
    stories: found.toSorted(byDue).slice(0, STORIES_MAX),
    isMore: found.length > STORIES_MAX || lists.some(({ meta }) => meta.hasMore),
  };
}

/** The most statuses of one list of stories. */
const STATUSES_AT_ONCE = 50;

const inParts = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );

const isEnd = (category: StatusCategory): boolean => category === 'completed' || category === 'cancelled';

/** What has no day on which it is due comes last. */
const byDue = ({ endDate: one }: Story, { endDate: other }: Story): number =>
  one === other ? 0 : (one ?? '9999') < (other ?? '9999') ? -1 : 1;

/** The most of a page of a list, and the most pages that are read: teams have fewer. */
const PAGE_MAX = 100;
const PAGES_MAX = 3;

/** What a list has, read page by page. */
async function pagesOf<T>(
  read: (query: { limit: number; cursor?: string }) => Promise<{ data: T[]; meta: PageMeta }>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { data, meta } = await read({ limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) });
    found.push(...data);
    if (meta.nextCursor === null) break;
    cursor = meta.nextCursor;
  }
  return found;
}

/** What is planned for the member next; guests have no plan. */
const nextBlocks = async (asked: AskedWorkspacePage) =>
  asked.member.role === 'guest'
    ? []
    : await run(asked, getSchedule, { query: { since: asked.call.now.toISOString(), limit: BLOCKS_MAX } });

const runningSprints = async (asked: AskedWorkspacePage): Promise<Sprint[]> =>
  (await pagesOf((query) => runWhole(asked, listSprints, { query }))).filter((sprint) =>
    isRunning(sprint, asked.call.now),
  );

/** What agents work on, wait for, or have ended in the last day, with the stories. */
async function agentWork(asked: AskedWorkspacePage): Promise<AgentWork[]> {
  const { read, now } = asked.call;
  const list = (query: object) => run(asked, listAgentSessions, { query: { limit: SESSIONS_MAX, ...query } });
  // However many have begun since, what waits for a person is shown.
  const [waiting, newest] = await Promise.all([list({ state: 'awaiting_input' }), list({})]);
  const all = new Map([...waiting, ...newest].map((session) => [session.id, session]));
  const sessions = [...all.values()].filter(
    ({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < ENDED_MS,
  );
  const items = await getListedStoryItems(
    read,
    sessions.map(({ storyId }) => storyKeyOf(storyId)),
  );
  return sessions
    .flatMap((session, position) => {
      const item = items[position];
      return item === undefined ? [] : [{ session, story: toStory(item) }];
    })
    .sort((one, other) => urgencyOf(one.session) - urgencyOf(other.session));
}

/** What waits for a person comes first, what is done last. */
const urgencyOf = ({ state, endedAt }: AgentSession): number =>
  state === 'awaiting_input' ? 0 : Number(endedAt !== null) + 1;
