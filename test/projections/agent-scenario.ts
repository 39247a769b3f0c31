import { expect } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getAgentSessionItem } from '../../shared/planning/agent-sessions/agent-session-store.ts';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { webhookApi } from '../webhooks/webhook-api.ts';
import type { Scenario } from './scenarios.ts';

/** The scenario of agents that are assigned and mentioned, and of a story that is deleted with its session. */
export async function agentScenario(workspace: TestWorkspace, team: Team, client: Client): Promise<Scenario> {
  const stories = storyApi(workspace, client);
  const newStory = () => stories.create({ teamId: team.id });
  const agent = await workspace.serviceAccount([team]);
  const sessions = sessionApi(workspace, client);
  const [assigned, mentioned, gone] = [await newStory(), await newStory(), await newStory()];
  await stories.change(gone, { assigneeId: agent.id });
  const { id: ended } = await sessions.on(gone);
  return {
    async change() {
      await stories.change(assigned, { assigneeId: agent.id });
      await client.post(`${workspace.path}/stories/${mentioned.id}/comments`, { content: '@A program' });
      await stories.delete(gone.id);
    },
    async expectDone() {
      for (const [{ id: storyId }, reason] of [
        [assigned, 'assigned'],
        [mentioned, 'mentioned'],
      ] as const) {
        const found = await sessions.list({ storyId, agentId: agent.id });
        expect(found).toMatchObject([{ reason, state: 'pending' }]);
      }
      expect(await getAgentSessionItem(createReader(workspace.database), ended)).toBeUndefined();
    },
  };
}

/** The scenario of a deleted service account that has an endpoint of its own, next to one that stays. */
export async function accountEndpointScenario(
  workspace: TestWorkspace,
  team: Team,
  client: Client,
): Promise<Scenario> {
  const accounts = serviceAccountApi(workspace, client);
  const webhooks = webhookApi(workspace, client);
  const subscriptions = ['agent_session.*'];
  const [gone, kept] = [await accounts.create([team.id]), await accounts.create([team.id])];
  const [ended, other] = await Promise.all(
    [gone, kept].map(({ id }) => webhooks.create({ serviceAccountId: id, subscriptions })),
  );
  return {
    change: () => accounts.delete(gone.id),
    async expectDone() {
      expect((await webhooks.get(ended!.id)).status).toBe(404);
      expect((await webhooks.read(other!.id)).status).toBe('active');
    },
  };
}
