import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { planningApi } from '../support/planning.ts';
import { startService, type OwnService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The whole path: requests, the table's stream, the queue, and a receiver that speaks TLS. */
interface Arrived {
  headers: Record<string, string>;
  body: string;
  event: any;
}

let receiver: Server;
let service: OwnService;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let arrived: Arrived[] = [];
let status = 200;

beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'hooks.acme.dev' }], {
    keyType: 'ec',
  });
  receiver = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      arrived.push({ headers: request.headers as Arrived['headers'], body, event: JSON.parse(body) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  service = await startService({ hosts: { 'hooks.acme.dev': (receiver.address() as AddressInfo).port } });
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

beforeEach(() => {
  arrived = [];
  status = 200;
});

const send = (method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) =>
  admin.client.request(method.toUpperCase(), `${workspace.path}${path}`, body ? { body } : {});

async function newEndpoint(fields: object = {}) {
  const { status: answered, json } = await send('post', '/webhook-endpoints', {
    name: 'Acme',
    url: 'https://hooks.acme.dev/plotline',
    subscriptions: eventKinds.filter((kind) => /^(story|comment|sprint|objective|key_result)\./.test(kind)),
    ...fields,
  });
  expect(answered).toBe(201);
  onTestFinished(async () => void (await send('delete', `/webhook-endpoints/${json.data.id}`)));
  return { id: json.data.id as string, secret: json.signingSecret as string };
}

/** Everything that was set off has arrived or failed. */
async function quiet() {
  await service.streamsIdle();
  await service.queuesIdle();
}

const deliveriesOf = async (id: string) =>
  (await admin.client.get(`${workspace.path}/webhook-endpoints/${id}/deliveries`)).json.data;

test('a thin endpoint learns which resource changed and which of its fields, signed, and no value', async () => {
  const { id, secret } = await newEndpoint({ payload: 'thin', subscriptions: ['*'] });
  const fields = { teamId: team.id, title: 'Acquire Initech', description: 'For 40 million.' };
  const story = await createStoryAs(admin.client, workspace, fields);
  const { json } = await send('patch', `/stories/${story.id}`, {
    expectedUpdatedAt: story.updatedAt,
    title: 'Acquire Hooli',
    priority: 'high',
  });
  const comment = await send('post', `/stories/${story.id}/comments`, { content: 'Not a word of it.' });
  await send('post', `/webhook-endpoints/${id}/test`);
  await quiet();

  const find = (type: string) => arrived.find(({ event }) => event.type === type)!;
  const updated = find('story.updated');
  expect(() => new StandardWebhook(secret).verify(updated.body, updated.headers)).not.toThrow();
  expect(updated.event).toEqual({
    id: updated.headers['webhook-id'],
    type: 'story.updated',
    apiVersion: '1',
    timestamp: json.data.updatedAt,
    workspaceId: workspace.id,
    teamId: team.id,
    actor: { kind: 'user', id: admin.id, via: 'rest' },
    origin: 'member',
    changeSetId: updated.headers['webhook-id'],
    resource: { type: 'story', id: story.id },
    fields: ['title', 'priority'],
  });
  expect(find('story.created').event).toMatchObject({ resource: { id: story.id }, fields: [] });
  expect(find('comment.created').event.resource).toEqual({ type: 'comment', id: comment.json.data.id });
  expect(find('webhook.test').event.resource).toEqual({ type: 'webhook', id });
  for (const { body } of arrived) expect(body).not.toMatch(/Acquire|million|word|hooks\.acme/);
});

test('an endpoint becomes thin, and full again, with the next event', async () => {
  const { id } = await newEndpoint();
  for (const payload of ['thin', 'full']) {
    const { json } = await admin.client.get(`${workspace.path}/webhook-endpoints/${id}`);
    const { json: changed } = await send('patch', `/webhook-endpoints/${id}`, {
      expectedUpdatedAt: json.data.updatedAt,
      payload,
    });
    expect(changed.data.payload).toBe(payload);
    arrived = [];
    await createStoryAs(admin.client, workspace, { teamId: team.id });
    await quiet();
    expect(arrived.map(({ event }) => 'data' in event)).toEqual([payload === 'full']);
  }
});

test('a created story arrives, signed, and verified by both libraries', async () => {
  const { id, secret } = await newEndpoint();
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'Tell them' });
  await quiet();

  expect(arrived).toHaveLength(1);
  const [{ headers, body, event }] = arrived as [Arrived];
  for (const library of [StandardWebhook, SvixWebhook]) {
    expect(() => new library(secret).verify(body, headers)).not.toThrow();
    expect(() => new library(secret).verify(body.replace('Tell', 'Sell'), headers)).toThrow();
  }
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'story.created',
    apiVersion: '1',
    timestamp: story.updatedAt,
    workspaceId: workspace.id,
    teamId: team.id,
    actor: { kind: 'user', id: admin.id, via: 'rest' },
    origin: 'member',
    changeSetId: headers['webhook-id'],
    data: story,
  });
  expect(headers).toMatchObject({ host: 'hooks.acme.dev', 'content-type': 'application/json' });
  expect(await deliveriesOf(id)).toMatchObject([
    {
      eventId: event.id,
      eventType: 'story.created',
      status: 'delivered',
      attempts: [{ responseStatus: 200 }],
    },
  ]);
});

test('every change is delivered, each with what changed', async () => {
  await newEndpoint();
  const plan = planningApi(workspace, admin.client);
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id, title: 'Before' });
  await send('patch', `/stories/${story.id}`, { expectedUpdatedAt: story.updatedAt, title: 'After' });
  const comment = (await send('post', `/stories/${story.id}/comments`, { content: 'Hm' })).json.data;
  const sprint = await plan.sprint(team);
  const objective = await plan.objective(team);
  const result = (
    await send('post', '/key-results', {
      objectiveId: objective.id,
      name: 'R',
      measurementType: 'percentage',
    })
  ).json.data;
  await send('delete', `/key-results/${result.id}`);
  await send('delete', `/sprints/${sprint.id}`);
  await send('delete', `/objectives/${objective.id}`);
  await send('delete', `/stories/${story.id}`);
  await quiet();

  const summaries = arrived.map(({ event }) => `${event.type} ${event.data.id}`).sort();
  expect(summaries).toEqual(
    [
      `story.created ${story.id}`,
      `story.updated ${story.id}`,
      `story.deleted ${story.id}`,
      `comment.created ${comment.id}`,
      `comment.deleted ${comment.id}`,
      `sprint.created ${sprint.id}`,
      `sprint.deleted ${sprint.id}`,
      `objective.created ${objective.id}`,
      `objective.deleted ${objective.id}`,
      `key_result.created ${result.id}`,
      `key_result.deleted ${result.id}`,
    ].sort(),
  );
  const { event: updated } = arrived.find(({ event }) => event.type === 'story.updated')!;
  expect(updated).toMatchObject({
    apiVersion: '1',
    workspaceId: workspace.id,
    teamId: story.teamId,
    data: { title: 'After' },
    changes: [{ field: 'title', from: 'Before', to: 'After' }],
  });
  const { event: commented } = arrived.find(({ event }) => event.type === 'comment.created')!;
  expect(commented.teamId).toBe(story.teamId);
});

test('the test event comes at once, and a redelivery under the same id', async () => {
  const { id } = await newEndpoint({ subscriptions: ['sprint.created'] });
  const { status: answered, json } = await send('post', `/webhook-endpoints/${id}/test`);
  expect([answered, json.data.status]).toEqual([201, 'pending']);
  await quiet();
  expect(arrived.map(({ event }) => event.type)).toEqual(['webhook.test']);
  expect(arrived[0]!.event).toMatchObject({ apiVersion: '1', teamId: null, data: { id } });

  const again = await send('post', `/webhook-endpoints/${id}/deliveries/${json.data.id}/redeliver`);
  expect(again.status).toBe(200);
  await quiet();
  expect(arrived).toHaveLength(2);
  expect(arrived[1]!.body).toBe(arrived[0]!.body);
  expect(arrived[1]!.headers['webhook-id']).toBe(arrived[0]!.headers['webhook-id']);
  expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attemptCount: 2 }]);
});

describe('while an endpoint is disabled,', () => {
  test('events are held, and sent by redelivery of everything since', async () => {
    const { id } = await newEndpoint({ subscriptions: ['story.created'] });
    await send('post', `/webhook-endpoints/${id}/disable`);
    const since = new Date().toISOString();
    const stories = [];
    for (let n = 0; n < 3; n++)
      stories.push(await createStoryAs(admin.client, workspace, { teamId: team.id }));
    await quiet();
    expect(arrived).toEqual([]);
    expect((await deliveriesOf(id)).map((one: { status: string }) => one.status)).toEqual(
      Array(3).fill('held'),
    );

    expect((await send('post', `/webhook-endpoints/${id}/redeliver`, { since })).status).toBe(409);
    await send('post', `/webhook-endpoints/${id}/enable`);
    const { json } = await send('post', `/webhook-endpoints/${id}/redeliver`, { since });
    expect(json.data).toEqual({ queued: 3, hasMore: false, nextCursor: null });
    await quiet();
    expect(arrived.map(({ event }) => event.data.id).sort()).toEqual(stories.map((story) => story.id).sort());
  });

  test('a receiver that says 410 is not asked again', async () => {
    const { id } = await newEndpoint({ subscriptions: ['story.created'] });
    status = 410;
    await createStoryAs(admin.client, workspace, { teamId: team.id });
    await quiet();
    await createStoryAs(admin.client, workspace, { teamId: team.id });
    await quiet();
    expect(arrived).toHaveLength(1);
    const { json } = await admin.client.get(`${workspace.path}/webhook-endpoints/${id}`);
    expect(json.data).toMatchObject({ status: 'disabled', disabledReason: 'gone', consecutiveFailures: 1 });
    const query = { targetId: id, type: 'webhook_endpoint.disabled' };
    expect(await auditTrail(admin.client, workspace, query)).toMatchObject([
      {
        actor: { kind: 'system', id: null, via: 'automation' },
        changes: [{ field: 'disabledReason', from: null, to: 'gone' }],
      },
    ]);
  });
});

test('an event of a team that the owner is not in is not delivered', async () => {
  const { id } = await newEndpoint();
  const elsewhere = await workspace.team({ private: true });
  const other = await workspace.person('member', [elsewhere]);
  await createStoryAs(other.client, workspace, { teamId: elsewhere.id });
  await quiet();
  expect(arrived).toEqual([]);
  expect(await deliveriesOf(id)).toEqual([]);
});
