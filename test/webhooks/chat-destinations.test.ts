import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rotateWebhookSecret } from '../../shared/events/webhooks/rotate-webhook-secret.ts';
import { getWebhookItem } from '../../shared/events/webhooks/webhook-store.ts';
import { webhookSecrets } from '../../shared/events/webhooks/webhook-secrets.ts';
import { resealSecrets } from '../../shared/identity/workspaces/reseal-secrets.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { expectBadFields } from '../support/answers.ts';
import { newPipeline } from '../support/pipeline.ts';
import { callOperation } from './call-operation.ts';
import { newWebhookWorkspace, receiverUrl, webhookApi } from './webhook-api.ts';

const { workspace, admin, colleague, api } = await newWebhookWorkspace();

const SECRET = 'T00/B00/NobodyMayReadThis';
const slack = { kind: 'slack', url: `https://hooks.slack.com/services/${SECRET}` };
const teams = {
  kind: 'teams',
  url: 'https://a1b2.0c.environment.api.powerplatform.com:443/powerautomate/workflows/x/triggers/manual/paths/invoke?sig=NobodyMayReadThis',
};

const stored = async (id: string) => (await getWebhookItem(createReader(workspace.database), id))!;

test.each([slack, teams])(
  'the address of a chat is never shown whole, and the table does not hold it: $kind',
  async (destination) => {
    const { status, json, text } = await api.send({ url: undefined, destination });
    expect(status).toBe(201);
    const { host } = new URL(destination.url);
    const shown = {
      kind: destination.kind,
      url: expect.stringMatching(`^https://${new URL(destination.url).hostname}/\\.\\.\\.[0-9a-f]{12}$`),
    };
    expect(json.data).toMatchObject({
      url: shown.url,
      destination: { ...shown, pagesUrl: expect.any(String) },
    });
    expect(host).toBe(new URL(json.data.url).host);
    const answers = [
      text,
      (await api.get(json.data.id)).text,
      (await api.list()).text,
      (await api.rotate(json.data.id)).text,
    ];
    for (const answer of [...answers, JSON.stringify(await stored(json.data.id))])
      expect(answer).not.toContain('NobodyMayReadThis');
    const trail = await auditTrail(admin.client, workspace, {
      targetId: json.data.id,
      type: 'webhook_endpoint.created',
    });
    expect(JSON.stringify(trail)).toContain(host);
    expect(JSON.stringify(trail)).not.toContain('NobodyMayReadThis');
  },
);

describe('an endpoint', () => {
  test('that is moved to another address of a chat belongs to who moved it', async () => {
    const webhook = await api.create({ url: undefined, destination: slack });
    const other = webhookApi(workspace, colleague.client);
    const unchanged = (await other.update(webhook, { destination: slack })).json.data;
    expect(unchanged).toEqual(webhook);
    const moved = (await other.update(webhook, { destination: { ...slack, url: `${slack.url}2` } })).json
      .data;
    expect(moved.ownerId).toBe(colleague.id);
    expect(moved.url).not.toBe(webhook.url);
  });

  test('keeps the address of its chat until it is moved to a URL', async () => {
    const webhook = await api.create({ url: undefined, destination: slack });
    const addresses = async () =>
      (await stored(webhook.id)).secrets.filter(({ holds }) => holds === 'address');
    const [address] = await addresses();
    const renamed = (await api.update(webhook, { name: 'Team chat' })).json.data;
    const { json } = await api.rotate(webhook.id);
    await api.disable(webhook.id);
    expect((await api.enable(webhook.id)).json.data.status).toBe('active');
    expect(await addresses()).toEqual([address]);
    expect(json.data.name).toBe(renamed.name);
    const back = await api.update(await api.read(webhook.id), { url: receiverUrl });
    expect(back.json.data).toMatchObject({ url: receiverUrl, destination: null });
    expect(await addresses()).toEqual([]);
  });
});

test.each([
  [
    'another host',
    { ...slack, url: 'https://hooks.slack.com.evil.example.net/services/T/B/x' },
    ['destination.url'],
  ],
  ['the host of another chat', { ...teams, url: slack.url }, ['destination.url']],
  ['the domain itself', { ...teams, url: 'https://logic.azure.com/x' }, ['destination.url']],
  ['a host that only ends like it', { ...teams, url: 'https://evillogic.azure.com/x' }, ['destination.url']],
  ['another port', { ...slack, url: 'https://hooks.slack.com:8443/services/T/B/x' }, ['destination.url']],
  ['a user name', { ...slack, url: 'https://hooks.slack.com@evil.example.net/x' }, ['destination.url']],
  ['no path', { ...slack, url: 'https://hooks.slack.com/' }, ['destination.url']],
  ['no encryption', { ...slack, url: 'http://hooks.slack.com/services/T/B/x' }, ['destination.url']],
  ['no address', { kind: 'slack' }, ['destination.url']],
  ['an unknown kind', { ...slack, kind: 'irc' }, ['destination.kind']],
  [
    'a role',
    { ...slack, roleArn: 'arn:aws:iam::111122223333:role/plotline-events' },
    ['destination.roleArn'],
  ],
  [
    'a URL of AWS',
    { type: 'sqs', ...slack, kind: undefined },
    ['destination.arn', 'destination.roleArn', 'destination.url'],
  ],
  ['nothing', {}, ['destination.type', 'destination.arn', 'destination.roleArn']],
])('a chat is refused with %s', async (_, destination, fields) => {
  expectBadFields(await api.send({ url: undefined, destination }), fields, 'invalid_request');
});

test('a rotation of the secret and of the key leaves the address of a chat, and signs nothing with it', async () => {
  const path = await newPipeline();
  const at = 'https://hooks.slack.com/...0123456789ab';
  const { id } = await path.endpoint(
    { url: at, destination: { kind: 'slack', url: at, pagesUrl: null } },
    slack.url,
  );
  await callOperation(path, rotateWebhookSecret, {
    params: { workspaceId: path.workspace.id, webhookId: id },
  });
  expect((await path.webhook(id)).secrets.map(({ generation, holds }) => [generation, holds])).toEqual([
    [2, undefined],
    [1, undefined],
    [0, 'address'],
  ]);
  const { current, all } = await path.pipeline.keys('webhookSecrets');
  const next = { version: current.version + 1, key: randomBytes(32) };
  const keys = { current: next, all: [next, ...all] };
  expect(await resealSecrets(path.pipeline.database, webhookSecrets, { keys, randomBytes })).toBe(1);
  await path.happen();
  await path.drain({ ...path.pipeline, keys: () => Promise.resolve(keys) });
  expect(path.received).toMatchObject([{ url: slack.url }]);
  expect(path.received[0]!.headers).not.toHaveProperty('webhook-signature');
});
