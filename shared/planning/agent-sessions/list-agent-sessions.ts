import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readNewestOfSources } from '../../kernel/db/merge-partitions.ts';
import { storyKeyOf, storyTeamOf } from '../story/story-store.ts';
import { AGENT_SESSIONS_PATH } from './agent-session-access.ts';
import { agentSessionSchema, agentSessionState, sessionAt, type AgentSession } from './agent-session.ts';
import {
  agentSessionIdOf,
  agentSessionSortKey,
  getListedSessions,
  sessionPartition,
  toAgentSession,
} from './agent-session-store.ts';

export const listAgentSessions = list({
  id: 'listAgentSessions',
  path: AGENT_SESSIONS_PATH,
  tag: 'Agent sessions',
  summary: 'List agent sessions',
  description:
    "Returns the sessions on stories of the caller's teams, newest first. An agent gets its own with its id as agentId. A page can end early if few of the sessions match.",
  scopes: ['stories:read'],
  query: () => ({
    agentId: uuid().optional().meta({ description: 'Only of this service account.' }),
    storyId: uuid().optional(),
    state: agentSessionState().optional().meta({ description: 'Only in this state.' }),
  }),
  item: agentSessionSchema,
  handle: async ({ query, caller, read, page, now }) => {
    const { index, partition } = sessionPartition({ workspaceId: caller.workspaceId, ...query });
    const position = {
      before: page.after === undefined ? undefined : agentSessionSortKey(page.after),
      limit: page.limit + 1,
    };
    const show = (item: Item) => sessionAt(toAgentSession(item), now);
    const matches = ({ agent, state }: AgentSession) =>
      (query.agentId === undefined || agent.id === query.agentId) &&
      (query.state === undefined || state === query.state);
    const { items, end } = await readNewestOfSources(
      read,
      [{ index, partitions: [partition] }],
      position,
      async (keys) => {
        const found = (await getListedSessions(read, keys)).filter((item) => matches(show(item)));
        return await readableOf(found, { caller, read });
      },
    );
    return pageOf(items, page, { resource: show, position: agentSessionIdOf }, end);
  },
});

/** Those of the sessions whose stories the caller can read. */
async function readableOf(
  items: readonly Item[],
  { caller, read }: { caller: Caller; read: Reader },
): Promise<Item[]> {
  const keys = items.map((item) => storyKeyOf(toAgentSession(item).storyId));
  const stories = await read.getMany(keys, ['teamId']);
  return items.filter((_, position) => {
    const story = stories[position];
    return story !== undefined && caller.teamIds.has(storyTeamOf(story));
  });
}
