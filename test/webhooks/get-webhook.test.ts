import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { recordFailure, recordSuccess } from '../../shared/events/webhooks/webhook-store.ts';
import { expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from './webhook-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let colleague: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, colleague, api } = await newWebhookWorkspace());
});

test('an endpoint is shown to every admin of the workspace, without its secret', async () => {
  const webhook = await api.create();
  for (const by of [api, webhookApi(workspace, colleague.client)]) {
    const { status, json } = await by.get(webhook.id);
    expect([status, json]).toEqual([200, { data: webhook }]);
  }
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.get(webhook.id), 403, 'restricted_credential');
});

test('an endpoint shows how deliveries have gone, which moves no version', async () => {
  const webhook = await api.create();
  const [first, second] = [new Date('2026-11-01T10:00:00Z'), new Date('2026-11-01T11:00:00Z')];
  const health = { consecutiveFailures: 0, lastSuccessAt: null, failingSince: null };
  await commit(workspace.database, [
    recordFailure(webhook.id, first, health, () => new Error('It is gone.')),
  ]);
  await commit(workspace.database, [
    recordFailure(webhook.id, second, health, () => new Error('It is gone.')),
  ]);
  expect(await api.read(webhook.id)).toEqual({ ...webhook, consecutiveFailures: 2 });
  await commit(workspace.database, [recordSuccess(webhook.id, second, () => new Error('It is gone.'))]);
  expect(await api.read(webhook.id)).toEqual({ ...webhook, lastSuccessAt: second.toISOString() });
});

test("an unknown endpoint is a 404 in the words for another workspace's", async () => {
  const other = await newWebhookWorkspace();
  const foreign = await other.api.create();
  const answers = [await api.get(foreign.id), await api.get(randomUUID())];
  for (const answer of answers) expectRefusal(answer, 404, 'not_found');
  expectSameRefusal(answers);
});

test('an owner who is demoted no longer reads even their own', async () => {
  const former = await workspace.person('admin', [team]);
  const own = webhookApi(workspace, former.client);
  const webhook = await own.create();
  const path = `${workspace.path}/members/${former.id}`;
  const { updatedAt } = (await admin.client.get(path)).json.data;
  await admin.client.patch(path, { expectedUpdatedAt: updatedAt, role: 'member' });
  expectRefusal(await own.get(webhook.id), 403, 'insufficient_role');
});
