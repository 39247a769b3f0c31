import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { getRoutes } from '../../shared/events/webhooks/webhook-route-store.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from './webhook-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, api } = await newWebhookWorkspace());
});

test('a disabled endpoint says since when and why, and gets no more events', async () => {
  const webhook = await api.create();
  const { status, json } = await api.disable(webhook.id);

  expect(status).toBe(200);
  expect(json.data).toEqual({
    ...webhook,
    status: 'disabled',
    disabledAt: expect.any(String),
    disabledReason: 'manual',
    updatedAt: json.data.updatedAt,
  });
  expect(json.data.disabledAt >= webhook.createdAt).toBe(true);
  expect(json.data.updatedAt > webhook.updatedAt).toBe(true);
  expect(await api.read(webhook.id)).toEqual(json.data);
  const routes = await getRoutes(createReader(workspace.database), workspace.id);
  expect(routes.find(({ webhookId }) => webhookId === webhook.id)).toMatchObject({
    disabledAt: json.data.disabledAt,
  });
});

test('disabling a webhook again changes nothing', async () => {
  const { id } = await api.create();
  const first = await api.disable(id);
  const second = await api.disable(id);
  expect([second.status, second.json]).toEqual([200, first.json]);
});

test('the same key disables an endpoint once, also when it was enabled since', async () => {
  const { id } = await api.create();
  const headers = { 'idempotency-key': newKey() };
  await api.disable(id, headers);
  const enabled = (await api.enable(id)).json.data;
  const replayed = await api.disable(id, headers);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect([replayed.status, replayed.json.data]).toEqual([200, enabled]);
});

test('a request to disable a webhook takes no body', async () => {
  const { id } = await api.create();
  expectBadFields(await admin.client.post(`${api.at(id)}/disable`, { reason: 'mine' }), ['body']);
});

test('a restricted token, a member and another workspace disable nothing', async () => {
  const webhook = await api.create();
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.disable(webhook.id), 403, 'restricted_credential');
  const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.disable(webhook.id), 403, 'insufficient_role');
  const { api: foreign } = await newWebhookWorkspace();
  expectRefusal(await foreign.disable(webhook.id), 404, 'not_found');
  expect(await api.read(webhook.id)).toEqual(webhook);
});
