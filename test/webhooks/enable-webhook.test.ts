import { describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { resolvePublic } from '../../shared/kernel/net/resolve-public.ts';
import { enableWebhook } from '../../shared/events/webhooks/enable-webhook.ts';
import { getWebhookItem, recordFailure, replaceWebhook } from '../../shared/events/webhooks/webhook-store.ts';
import { answering } from '../net/receiver.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newPipeline } from '../support/pipeline.ts';
import { newKey } from '../support/workspace.ts';
import { callOperation } from './call-operation.ts';
import { newWebhookWorkspace, receiverUrl, restrictedApi, webhookApi } from './webhook-api.ts';

const { workspace, team, admin, colleague, api } = await newWebhookWorkspace();

test('enabling makes a disabled endpoint active, as if nothing had failed', async () => {
  const webhook = await api.create();
  const health = { consecutiveFailures: 0, lastSuccessAt: null, failingSince: null };
  await commit(workspace.database, [
    recordFailure(webhook.id, new Date('2026-11-01T10:00:00Z'), health, () => new Error('It is gone.')),
  ]);
  const disabled = (await api.disable(webhook.id)).json.data;
  expect(disabled.consecutiveFailures).toBe(1);
  const { status, json } = await api.enable(webhook.id);

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...webhook, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > disabled.updatedAt).toBe(true);
  expect(await api.read(webhook.id)).toEqual(json.data);
});

test('an active endpoint stays as it is', async () => {
  const webhook = await api.create();
  const { status, json } = await api.enable(webhook.id);
  expect([status, json.data]).toEqual([200, webhook]);
});

test('the same key enables an endpoint once, also when it was disabled since', async () => {
  const { id } = await api.create();
  await api.disable(id);
  const headers = { 'idempotency-key': newKey() };
  await api.enable(id, headers);
  const disabled = (await api.disable(id)).json.data;
  const replayed = await api.enable(id, headers);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect([replayed.status, replayed.json.data]).toEqual([200, disabled]);
});

describe('an endpoint enabled by another admin', () => {
  test('keeps its owner who is still an admin', async () => {
    const { id } = await api.create();
    await api.disable(id);
    const other = webhookApi(workspace, colleague.client);
    expect((await other.enable(id)).json.data).toMatchObject({ status: 'active', ownerId: admin.id });
  });

  test.each([
    ['was demoted', 'member'],
    ['left', null],
  ] as const)('becomes theirs where its owner %s', async (_, role) => {
    const former = await workspace.person('admin', [team]);
    const { id } = await webhookApi(workspace, former.client).create();
    await api.disable(id);
    if (role === null) await workspace.operator.removeMember({ workspaceId: workspace.id, id: former.id });
    else {
      const path = `${workspace.path}/members/${former.id}`;
      const { updatedAt } = (await admin.client.get(path)).json.data;
      expect((await admin.client.patch(path, { expectedUpdatedAt: updatedAt, role })).status).toBe(200);
    }
    expect((await api.enable(id)).json.data).toMatchObject({ status: 'active', ownerId: admin.id });
  });
});

test('an endpoint whose name no longer resolves stays disabled until it has another address', async () => {
  const { id } = await api.create();
  await api.disable(id);
  const { webhook, secrets } = (await getWebhookItem(createReader(workspace.database), id))!;
  const moved = { ...webhook, url: 'https://nobody.plotline.test/' };
  await commit(
    workspace.database,
    replaceWebhook(moved, secrets, webhook, () => new Error('It changed.')),
  );
  expectBadFields(await api.enable(id), ['url']);
  const lost = await api.read(id);
  expect(lost.status).toBe('disabled');
  expect((await api.update(lost, { url: receiverUrl })).json.data.status).toBe('disabled');
  expect((await api.enable(id)).json.data).toMatchObject({ status: 'active', url: receiverUrl });
});

test('an endpoint stays disabled while its name leads elsewhere than to public IPv4 addresses', async () => {
  const pipeline = await newPipeline();
  const { id } = await pipeline.endpoint({
    status: 'disabled',
    disabledAt: pipeline.clock.now().toISOString(),
    disabledReason: 'address_not_public',
  });
  const enable = (answer: { a?: string[]; aaaa?: string[] }) =>
    callOperation(pipeline, enableWebhook, {
      params: { webhookId: id },
      resolvePublic: (host) => resolvePublic(host, { resolver: answering(answer)() }),
    });
  const refusals = [
    [{}, /name servers/],
    [{ a: ['10.0.0.1'] }, /only public addresses/],
    [{ a: ['93.184.215.14', '169.254.169.254'] }, /only public addresses/],
    [{ aaaa: ['2606:4700::1111'] }, /IPv6 addresses only/],
  ] as const;
  for (const [answer, message] of refusals) {
    const error = await enable({ ...answer } as { a?: string[] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      fields: [{ in: 'body', path: 'url', message: expect.stringMatching(message) }],
    });
    expect((await pipeline.webhook(id)).webhook.status).toBe('disabled');
  }
  await enable({ a: ['93.184.215.14'] });
  expect((await pipeline.webhook(id)).webhook).toMatchObject({ status: 'active', disabledReason: null });
});

test('a restricted token, a member and another workspace enable nothing', async () => {
  const { id } = await api.create();
  const disabled = (await api.disable(id)).json.data;
  const restricted = await restrictedApi(workspace, admin, team);
  expectRefusal(await restricted.enable(id), 403, 'restricted_credential');
  const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.enable(id), 403, 'insufficient_role');
  const { api: foreign } = await newWebhookWorkspace();
  expectRefusal(await foreign.enable(id), 404, 'not_found');
  expect(await api.read(id)).toEqual(disabled);
});
