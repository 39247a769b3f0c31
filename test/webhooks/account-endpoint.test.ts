import { beforeAll, expect, test } from 'vitest';
import { newAgentWorkspace } from '../agent-sessions/session-api.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { receiverUrl, webhookApi, type WebhookApi } from './webhook-api.ts';

type Made = Awaited<ReturnType<typeof newAgentWorkspace>>;

const subscriptions = ['agent_session.*', 'story.updated'];

let service: WorkerService;
let made: Made;
let admin: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ service } = await workerService());
  made = await newAgentWorkspace(service);
  admin = await made.workspace.person('admin', [made.team]);
  api = webhookApi(made.workspace, admin.client);
});

const newAccount = () => made.workspace.serviceAccount([made.team]);
const newEndpoint = async () => {
  const { id: serviceAccountId } = await newAccount();
  return await api.create({ serviceAccountId, subscriptions });
};

/** The types of the events that an endpoint was sent, once all are. */
async function sentTo({ id }: { id: string }): Promise<string[]> {
  await service.streamsIdle();
  await service.queuesIdle();
  const { json } = await admin.client.get(api.deliveriesPath(id));
  return json.data.map(({ eventType, status }: Record<string, string>) => `${eventType} ${status}`).sort();
}

test('an endpoint of a service account is its own, and an account has one', async () => {
  const { id: serviceAccountId } = await newAccount();
  const { json } = await api.send({ serviceAccountId, subscriptions });
  expect(json.data).toMatchObject({
    serviceAccountId,
    ownerId: serviceAccountId,
    agentIds: [serviceAccountId],
    assigneeIds: [serviceAccountId],
  });
  expect(json.signingSecret).toMatch(/^whsec_/);
  const second = await api.send({ serviceAccountId, subscriptions });
  expectRefusal(second, 409, 'conflict');
  expect(second.json.error.resourceId).toBe(json.data.id);
  expect((await api.delete(json.data.id)).status).toBe(200);
  expect((await api.send({ serviceAccountId, subscriptions })).status).toBe(201);
});

test("an account's endpoint gets its sessions and stories only, also when its creator has left, and is redelivered to", async () => {
  const [agent, other] = [await newAccount(), await newAccount()];
  const founder = await made.workspace.person('admin', [made.team]);
  const created = await webhookApi(made.workspace, founder.client).create({
    serviceAccountId: agent.id,
    subscriptions,
  });
  await admin.client.delete(`${made.workspace.path}/members/${founder.id}`);
  await service.streamsIdle();
  const { client } = made.member;
  for (const { id: assigneeId } of [other, agent, made.member]) {
    const story = await made.newStory();
    await made.api.change(story, { assigneeId });
    if (assigneeId !== made.member.id) await made.sessions.on(story);
  }
  expect(
    (await client.get(`${made.workspace.path}/agent-sessions`, { agentId: agent.id })).json.data,
  ).toHaveLength(1);
  const expected = ['agent_session.created delivered', 'story.updated delivered'];
  expect(await sentTo(created)).toEqual(expected);
  const since = new Date(Date.now() - 60_000).toISOString();
  const again = await api.redeliverSince(created.id, { since, statuses: ['delivered'] });
  expect([again.status, again.json.data.queued]).toEqual([200, 2]);
  expect(await sentTo(created)).toEqual(expected);
});

test('an endpoint ends with its account, and nothing is sent once the account may not read stories', async () => {
  const agent = await newAccount();
  const accounts = serviceAccountApi(made.workspace, admin.client);
  const endpoint = await api.create({ serviceAccountId: agent.id, subscriptions });
  await accounts.update(await accounts.read(agent.id), { scopes: ['teams:read'] });
  await service.streamsIdle();
  await made.sessions.on(await made.newStory({ assigneeId: agent.id }));
  expect(await sentTo(endpoint)).toEqual(['agent_session.created held']);
  expect(await api.read(endpoint.id)).toMatchObject({ disabledReason: 'owner_not_admin' });
  expectRefusal(await api.enable(endpoint.id), 409, 'conflict');
  await accounts.delete(agent.id);
  await until(async () => (await api.get(endpoint.id)).status === 404);
});

test('the owner, the filters and the subscriptions of an own endpoint follow from its account', async () => {
  const endpoint = await newEndpoint();
  const moved = await api.update(endpoint, { url: `${receiverUrl}/2` });
  expect(moved.json.data).toMatchObject({ url: `${receiverUrl}/2`, ownerId: endpoint.serviceAccountId });
  expectBadFields(await api.update(moved.json.data, { agentIds: [endpoint.serviceAccountId] }), ['agentIds']);
  expectBadFields(await api.update(moved.json.data, { clearFields: ['assigneeIds'] }), ['assigneeIds']);
  expectBadFields(await api.subscribe(endpoint.id, ['story.created', '*']), ['subscriptions.1']);
  const { json } = await api.rotate(endpoint.id);
  expect([json.data.secretGeneration, json.signingSecret]).toEqual([2, expect.stringMatching(/^whsec_/)]);
});

test('an own endpoint is refused for no account, other events, and teams that the caller is not in', async () => {
  const { id: serviceAccountId } = await newAccount();
  const { workspace, team, member } = made;
  for (const id of [newKey(), member.id])
    expectBadFields(
      await api.send({ serviceAccountId: id, subscriptions }),
      ['serviceAccountId'],
      'invalid_reference',
    );
  expectBadFields(await api.send({ serviceAccountId, subscriptions: ['*', 'comment.created'] }), [
    'subscriptions.0',
    'subscriptions.1',
  ]);
  expectBadFields(await api.send({ serviceAccountId, subscriptions, agentIds: [serviceAccountId] }), [
    'agentIds',
  ]);
  const wide = await workspace.serviceAccount([team, await workspace.team({ private: true })]);
  const blind = await workspace.serviceAccount([team], ['teams:read']);
  for (const { id } of [wide, blind])
    expectBadFields(
      await api.send({ serviceAccountId: id, subscriptions }),
      ['serviceAccountId'],
      'invalid_reference',
    );
});

test('an address of events is not changed by an admin who is not in all teams of the account', async () => {
  const endpoint = await newEndpoint();
  const outsider = await made.workspace.person('admin');
  const theirs = webhookApi(made.workspace, outsider.client);
  expectBadFields(
    await theirs.update(endpoint, { url: `${receiverUrl}/3` }),
    ['serviceAccountId'],
    'invalid_reference',
  );
  expect((await theirs.update(endpoint, { name: 'Renamed' })).json.data).toMatchObject({
    name: 'Renamed',
    url: receiverUrl,
  });
});
