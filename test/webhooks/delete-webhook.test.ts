import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { getRoutes } from '../../shared/events/webhooks/webhook-route-store.ts';
import { expectRefusal, readAll } from '../support/answers.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from './webhook-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let colleague: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, colleague, api } = await newWebhookWorkspace());
});

const routed = async () =>
  (await getRoutes(createReader(workspace.database), workspace.id)).map(({ webhookId }) => webhookId);

test('a deletion removes the endpoint, its log and its route; the others stay', async () => {
  const [webhook, stays] = [await api.create(), await api.create()];
  const deliveryId = (await api.test(webhook.id)).json.data.id;
  const { status, json } = await api.delete(webhook.id);

  expect([status, json]).toEqual([200, { data: { id: webhook.id, deleted: true } }]);
  expectRefusal(await api.get(webhook.id), 404, 'not_found');
  expectRefusal(await admin.client.get(api.deliveriesPath(webhook.id)), 404, 'not_found');
  expectRefusal(await api.delivery(webhook.id, deliveryId), 404, 'not_found');
  for (const act of [api.enable, api.disable, api.rotate, api.test, api.delete]) {
    expectRefusal(await act(webhook.id), 404, 'not_found');
  }
  expect(await routed()).toEqual([stays.id]);
  expect((await readAll(admin.client, api.root)).map(({ id }) => id)).toEqual([stays.id]);
});

test('another admin deletes the endpoint too', async () => {
  const webhook = await api.create();
  expect((await webhookApi(workspace, colleague.client).delete(webhook.id)).status).toBe(200);
});

test('the same key deletes an endpoint once, and any other request finds nothing', async () => {
  const webhook = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const answers = [await api.delete(webhook.id, headers), await api.delete(webhook.id, headers)];
  for (const { status, json } of answers) {
    expect([status, json.data]).toEqual([200, { id: webhook.id, deleted: true }]);
  }
  expect(answers[1]!.headers.get('idempotent-replayed')).toBe('true');
  expectRefusal(await api.delete(webhook.id), 404, 'not_found');
  expectRefusal(await api.delete(randomUUID(), headers), 409, 'idempotency_key_reused');
});

test('one of 8 concurrent requests deletes the webhook', async () => {
  const { id } = await api.create();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.delete(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 404, 'not_found');
  }
});

test('a restricted token, a member and another workspace delete nothing', async () => {
  const { id } = await api.create();
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.delete(id), 403, 'restricted_credential');
  const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.delete(id), 403, 'insufficient_role');
  const { api: foreign } = await newWebhookWorkspace();
  expectRefusal(await foreign.delete(id), 404, 'not_found');
  expect((await api.get(id)).status).toBe(200);
});
