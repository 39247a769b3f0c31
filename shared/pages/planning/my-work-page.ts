import type { ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { listAgentSessions, type AgentSession } from '../../planning/page-agents.ts';
import { listNotifications } from '../../planning/page-news.ts';
import { getSchedule } from '../../planning/scheduling/planner/get-schedule.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { isRunning } from '../../planning/sprints/sprint-days.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getListedStoryItems, storyKeyOf, toStory } from '../../planning/stories/story-store.ts';
import { listPersonWorkspaces } from '../accounts/person-workspaces.ts';
import { run, runWhole, type ActingCall } from '../kit/run-operation.ts';
import { workspacePage, type AskedWorkspacePage } from './member-page.ts';
import { myWorkView, type AgentWork, type OpenProposals } from './my-work-view.ts';

/** The most of each that the page shows. */
const STORIES_MAX = 50;
const NEWS_MAX = 5;
const BLOCKS_MAX = 5;
const SESSIONS_MAX = 20;

/** How long what an agent has ended is shown. */
const ENDED_MS = DAY_MS;

/** What reads the proposals that wait for somebody to decide, which pages do not know themselves. */
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

/** The open stories of the member, what is due first; the newest of all while there is no read model yet. */
async function assignedTo(asked: AskedWorkspacePage): Promise<{ stories: Story[]; isMore: boolean }> {
  const { data, meta } = await listed(asked, { filter: 'assignee:me is:open sort:due' }).catch(
    async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
      return await listed(asked, { assigneeId: ['me'] });
    },
  );
  return { stories: data, isMore: meta.hasMore };
}

const listed = (asked: AskedWorkspacePage, query: Record<string, unknown>) =>
  runWhole(asked, listStories, { query: { ...query, limit: STORIES_MAX } });

/** What is planned for the member next; guests have no plan. */
const nextBlocks = async (asked: AskedWorkspacePage) =>
  asked.member.role === 'guest'
    ? []
    : await run(asked, getSchedule, { query: { since: asked.call.now.toISOString(), limit: BLOCKS_MAX } });

/** The sprints that are read at a time to find those that run, and how often: teams plan a few ahead. */
const SPRINTS_AT_ONCE = 100;
const SPRINT_READS_MAX = 3;

async function runningSprints(asked: AskedWorkspacePage): Promise<Sprint[]> {
  const found: Sprint[] = [];
  let cursor: string | null = null;
  for (let reads = 0; reads < SPRINT_READS_MAX; reads++) {
    const listed: ResultOf<typeof listSprints> = await runWhole(asked, listSprints, {
      query: { limit: SPRINTS_AT_ONCE, ...(cursor !== null && { cursor }) },
    });
    found.push(...listed.data.filter((sprint) => isRunning(sprint, asked.call.now)));
    cursor = listed.meta.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

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
