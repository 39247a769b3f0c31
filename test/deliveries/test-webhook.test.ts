import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import { arrivals, eventually } from './inbox.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, api } = await newWebhookWorkspace());
});

const logOf = (id: string) => readAll(admin.client, api.deliveriesPath(id));

test('a test event is returned as a delivery, and arrives signed, whatever is subscribed', async () => {
  const { json: made } = await api.send({ subscriptions: ['story.deleted'], teamIds: [team.id] });
  const { status, json } = await api.test(made.data.id);

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    webhookId: made.data.id,
    eventId: expect.any(String),
    eventType: 'webhook.test',
    status: 'pending',
    statusReason: null,
    attemptCount: 0,
    attempts: [],
    nextAttemptAt: json.data.createdAt,
    createdAt: expect.any(String),
    updatedAt: json.data.createdAt,
  });
  const { eventId, id } = json.data;
  await eventually(async () => (await api.readDelivery(made.data.id, id)).status).toBe('delivered');
  expect(await api.readDelivery(made.data.id, id)).toMatchObject({
    attemptCount: 1,
    attempts: [{ responseStatus: 200, error: null }],
    nextAttemptAt: null,
  });
  const [arrived, ...others] = await arrivals(eventId);
  expect(others).toEqual([]);
  expect(JSON.parse(arrived!.body)).toEqual({
    id: eventId,
    type: 'webhook.test',
    apiVersion: '1',
    teamId: null,
    timestamp: json.data.createdAt,
    workspaceId: workspace.id,
    actor: { kind: 'user', id: admin.id, via: 'rest' },
    origin: 'member',
    changeSetId: eventId,
    data: made.data,
  });
  for (const Library of [StandardWebhook, SvixWebhook]) {
    const library = new Library(made.signingSecret);
    expect(() => library.verify(arrived!.body, arrived!.headers)).not.toThrow();
    expect(() => library.verify(`${arrived!.body} `, arrived!.headers)).toThrow();
  }
  expect(await api.read(made.data.id)).toMatchObject({ lastSuccessAt: expect.any(String) });
});

test('the same key sends one test event, and a replay shows its current state', async () => {
  const { id } = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => api.test(id, headers)));
  const [first] = answers;
  for (const { status, json } of answers) expect([status, json.data.id]).toEqual([201, first!.json.data.id]);
  expect(answers.filter((one) => !one.headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(await logOf(id)).toHaveLength(1);
  await eventually(async () => (await api.test(id, headers)).json.data.status).toBe('delivered');
  expect(await arrivals(first!.json.data.eventId)).toHaveLength(1);
});

test('two tests make two events', async () => {
  const { id } = await api.create();
  const [first, second] = [await api.test(id), await api.test(id)];
  expect(first.json.data.eventId).not.toBe(second.json.data.eventId);
  const sorted = [second, first].map(({ json }) => json.data.id);
  expect((await logOf(id)).map((one) => one.id)).toEqual(sorted);
});

test('an endpoint that is disabled is not tested', async () => {
  const { id } = await api.create();
  await api.disable(id);
  expectRefusal(await api.test(id), 409, 'conflict');
  expect(await logOf(id)).toEqual([]);
});

test('a request to test a webhook takes no body', async () => {
  const { id } = await api.create();
  expectBadFields(await admin.client.post(`${api.at(id)}/test`, { type: 'story.created' }), ['body']);
});

test('a restricted token, a member and another workspace send no test event', async () => {
  const { id } = await api.create();
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.test(id), 403, 'restricted_credential');
  const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.test(id), 403, 'insufficient_role');
  const { api: foreign } = await newWebhookWorkspace();
  expectRefusal(await foreign.test(id), 404, 'not_found');
  expect(await logOf(id)).toEqual([]);
});
