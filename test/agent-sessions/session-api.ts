import type { AgentActivity } from '../../shared/planning/agent-sessions/agent-activity.ts';
import type { AgentSession } from '../../shared/planning/agent-sessions/agent-session.ts';
import { dataOf, newStoryWorkspace, storyApi } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import type { ServiceAddress } from '../support/service.ts';
import { until } from '../support/until.ts';

type Query = RequestOptions['query'];

/** The sessions of agents as one client reads them and adds to them. */
export function sessionApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/agent-sessions/${id}`;
  const list = async (query: Query = {}): Promise<AgentSession[]> =>
    dataOf(await client.get(`${path}/agent-sessions`, query), 200);
  const send = (id: string, body: object, headers = {}) => client.post(`${at(id)}/activities`, body, headers);
  return {
    list,
    send,
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<AgentSession> => dataOf(await client.get(at(id)), 200),
    add: async (id: string, body: object): Promise<AgentActivity> => dataOf(await send(id, body), 201),
    activities: async (id: string, query: Query = {}): Promise<AgentActivity[]> =>
      dataOf(await client.get(`${at(id)}/activities`, query), 200),
    /** The only session on a story, once it is there. */
    async on({ id: storyId }: { id: string }): Promise<AgentSession> {
      await until(async () => (await list({ storyId })).length > 0);
      const [session, ...others] = await list({ storyId });
      if (others.length > 0) throw new Error('There are several sessions.');
      return session!;
    },
    /** A session once it is in a state. */
    async when(id: string, state: AgentSession['state']): Promise<AgentSession> {
      const read = async (): Promise<AgentSession> => dataOf(await client.get(at(id)), 200);
      await until(async () => (await read()).state === state);
      return await read();
    },
  };
}

/** A workspace with a team, a member of it and an agent, and their views of sessions. */
export async function newAgentWorkspace(service?: ServiceAddress) {
  const made = await newStoryWorkspace(service);
  const { workspace, team, member } = made;
  const agent = await workspace.serviceAccount([team]);
  const comment = (story: { id: string }, content: string, client: Client = member.client) =>
    client.post(`${workspace.path}/stories/${story.id}/comments`, { content });
  return {
    ...made,
    agent,
    comment,
    sessions: sessionApi(workspace, member.client),
    own: sessionApi(workspace, agent.client),
    stories: storyApi(workspace, agent.client),
    newStory: (fields: object = {}) => made.api.create({ teamId: team.id, ...fields }),
  };
}
