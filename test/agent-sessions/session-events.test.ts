import { beforeAll, expect, test } from 'vitest';
import { toMcpEvent, type McpSourceEvent } from '../../shared/events/subscriptions/mcp-event.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { expectBadFields } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey } from '../support/workspace.ts';
import { webhookApi } from '../webhooks/webhook-api.ts';
import { newAgentWorkspace } from './session-api.ts';

let service: WorkerService;
let made: Awaited<ReturnType<typeof newAgentWorkspace>>;

beforeAll(async () => {
  ({ service } = await workerService());
  made = await newAgentWorkspace(service);
});

/** What a session of the agent tells its readers: that it was opened, and that the agent asks. */
async function eventsOfQuestion(): Promise<ChangeEvent[]> {
  const { workspace, agent, member, own, sessions, newStory } = made;
  const feed = await changesApi(workspace, member.client).reader();
  const { id } = await sessions.on(await newStory({ assigneeId: agent.id }));
  await own.add(id, { kind: 'question', body: 'Which one?' });
  const isOf = (type: string) => (event: ChangeEvent) => event.type === type && event.data.id === id;
  return [await feed.until(isOf('agent_session.created')), await feed.until(isOf('agent_session.updated'))];
}

test('events name who opened a session, and what the agent does in it', async () => {
  const { member, agent } = made;
  const [created, updated] = await eventsOfQuestion();
  expect(created).toMatchObject({
    actor: { kind: 'user', id: member.id },
    data: { state: 'pending', agent: { id: agent.id } },
  });
  expect(updated).toMatchObject({
    actor: { kind: 'service_account', id: agent.id },
    data: { state: 'awaiting_input', lastActivity: { kind: 'question', body: 'Which one?' } },
  });
  expect(updated!.changes!.map(({ field }) => field)).toContain('state');
});

test("an endpoint for one agent gets the events of its sessions, and of no other agent's", async () => {
  const { workspace, team, agent, sessions, newStory } = made;
  const admin = await workspace.person('admin', [team]);
  const webhooks = webhookApi(workspace, admin.client);
  const other = await workspace.serviceAccount([team]);
  const subscriptions = ['agent_session.*'];
  expectBadFields(
    await webhooks.send({ subscriptions, agentIds: [newKey(), admin.id] }),
    ['agentIds.0', 'agentIds.1'],
    'invalid_reference',
  );
  const endpoints = await Promise.all(
    [agent, other].map(({ id }) => webhooks.create({ subscriptions, agentIds: [id] })),
  );
  expect(endpoints[0]!.agentIds).toEqual([agent.id]);
  await service.streamsIdle();
  await eventsOfQuestion();
  await sessions.on(await newStory({ assigneeId: other.id }));
  await service.streamsIdle();
  await service.queuesIdle();
  const received = await Promise.all(
    endpoints.map(async ({ id }) => {
      const { json } = await admin.client.get(webhooks.deliveriesPath(id));
      return json.data.map(({ eventType, status }: Record<string, string>) => [eventType, status]).sort();
    }),
  );
  const delivered = (type: string) => [`agent_session.${type}`, 'delivered'];
  expect(received).toEqual([[delivered('created'), delivered('updated')], [delivered('created')]]);
});

test('AI clients follow the sessions of one agent, and an agent its own', async () => {
  const { workspace, agent, member } = made;
  const client = await connectedClient(member);
  const { json } = await client.send('events/list');
  const offered = json.result.events.find(({ name }: { name: string }) => name === 'agent_session.updated');
  expect(offered.inputSchema.properties).toHaveProperty('agentId');
  const [created] = await eventsOfQuestion();
  const seenBy = (id: string, agentId: string) =>
    toMcpEvent(
      'agent_session.created',
      created as unknown as McpSourceEvent,
      { workspaceId: workspace.id, agentId },
      id,
    );
  expect(seenBy(agent.id, 'me')?.eventId).toBe(created!.id);
  expect(seenBy(member.id, agent.id)?.eventId).toBe(created!.id);
  expect(seenBy(member.id, 'me')).toBeUndefined();
});
