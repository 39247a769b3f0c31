import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { eventKinds, eventPatterns } from '../../shared/events/webhooks/webhook.ts';
import { getWebhookItem } from '../../shared/events/webhooks/webhook-store.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, receiverUrl, restrictedApi, webhookApi } from './webhook-api.ts';

const { workspace, team, closed, admin, colleague, api } = await newWebhookWorkspace();

const all = () => readAll(admin.client, api.root, { limit: 100 });

/** Does something that is refused, and holds that no endpoint came of it. */
async function withoutNewEndpoint(act: () => Promise<unknown>) {
  // What else they show may change meanwhile, as events of the workspace are sent to them.
  const ids = async () => (await all()).map(({ id }) => id);
  const before = await ids();
  await act();
  expect(await ids()).toEqual(before);
}

test('a new endpoint is active, and its secret is shown once', async () => {
  const { status, json } = await api.send({ name: 'CI', subscriptions: ['story.created', 'sprint.updated'] });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    name: 'CI',
    url: receiverUrl,
    status: 'active',
    secretGeneration: 1,
    subscriptionGeneration: 1,
    subscriptions: ['story.created', 'sprint.updated'],
    teamIds: null,
    ownerId: admin.id,
    serviceAccountId: null,
    labelIds: null,
    statusCategories: null,
    assigneeIds: null,
    agentIds: null,
    changedFields: null,
    destination: null,
    payload: 'full',
    consecutiveFailures: 0,
    lastSuccessAt: null,
    disabledAt: null,
    disabledReason: null,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
  });
  expect(json.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { json: shown, text } = await api.get(json.data.id);
  expect(shown).toEqual({ data: json.data });
  expect(text).not.toContain('whsec_');
  expect(await all()).toContainEqual(json.data);
});

test('two endpoints have two secrets, of which the table holds neither', async () => {
  const answers = [await api.send(), await api.send()];
  const secrets = answers.map(({ json }) => json.signingSecret as string);
  expect(new Set(secrets).size).toBe(2);
  for (const [n, { json }] of answers.entries()) {
    const found = await getWebhookItem(createReader(workspace.database), json.data.id);
    const stored = JSON.stringify(found);
    expect(found!.secrets).toHaveLength(1);
    for (const form of [secrets[n]!, secrets[n]!.slice('whsec_'.length)]) {
      expect(stored).not.toContain(form);
      expect(stored).not.toContain(Buffer.from(form, 'base64').toString('base64url'));
    }
  }
});

test('every kind of event and a team filter are stored', async () => {
  const webhook = await api.create({ subscriptions: eventKinds, teamIds: [closed.id, team.id] });
  expect(webhook.subscriptions).toEqual(eventKinds);
  expect(webhook.teamIds).toEqual([closed.id, team.id]);
});

test('the URL is stored in its normal form', async () => {
  const { url } = await api.create({ url: 'HTTPS://Inbox.Plotline.test:443/a?b=%20' });
  expect(url).toBe('https://inbox.plotline.test/a?b=%20');
});

describe('a URL is refused, and no endpoint is created,', () => {
  test.each([
    ['that is not text', 7, /^must be text/],
    ['that is empty', '', /empty/],
    ['of another scheme', 'http://inbox.plotline.test/', /https/],
    ['with another port', 'https://inbox.plotline.test:8443/', /port 443/],
    ['with a user name', 'https://user@inbox.plotline.test/', /user name/],
    ['with a password', 'https://user:secret@inbox.plotline.test/', /user name/],
    ['with a fragment', 'https://inbox.plotline.test/#part', /fragment/],
    ['with an address', 'https://192.0.2.1/', /IP address/],
    ['with a decimal address', 'https://2130706433/', /IP address/],
    ['with an octal address', 'https://0177.0.0.1/', /IP address/],
    ['with a hexadecimal address', 'https://0x7f000001/', /IP address/],
    ['with an IPv6 address', 'https://[::1]/', /IP address/],
    ['with an IPv6-mapped address', 'https://[::ffff:169.254.169.254]/', /IP address/],
    ['of this machine', 'https://localhost/', /public Internet/],
    ['of a single label', 'https://intranet/', /public Internet/],
    ['under .local', 'https://printer.local/', /public Internet/],
    ['under .internal', 'https://metadata.google.internal/', /public Internet/],
    ['that ends its host with a dot', 'https://inbox.plotline.test./', /dot/],
    ['that no name server knows', 'https://nobody.plotline.test/', /name servers|could not be resolved/],
    ['that is too long', `https://inbox.plotline.test/${'x'.repeat(2_048)}`, /at most 2048/],
  ])('%s', async (_, url, message) => {
    await withoutNewEndpoint(async () => {
      const answer = await api.send({ url });
      expectBadFields(answer, ['url']);
      expect(answer.json.error.fields[0].message).toMatch(message);
    });
  });
});

test.each([
  ['no name', { name: undefined }, ['name']],
  ['an empty name', { name: '' }, ['name']],
  ['a name that is too long', { name: 'x'.repeat(121) }, ['name']],
  ['no URL', { url: undefined }, ['url']],
  ['no subscriptions', { subscriptions: undefined }, ['subscriptions']],
  ['subscriptions to nothing', { subscriptions: [] }, ['subscriptions']],
  ['an unknown kind', { subscriptions: ['story.created', 'story.moved'] }, ['subscriptions.1']],
  ['the test event, which is not subscribed to', { subscriptions: ['webhook.test'] }, ['subscriptions.0']],
  ['a kind twice', { subscriptions: ['story.created', 'story.created'] }, ['subscriptions']],
  ['no team at all', { teamIds: [] }, ['teamIds']],
  ['what is no team', { teamIds: ['ENG'] }, ['teamIds.0']],
  ['null', { teamIds: null }, ['teamIds']],
  ['a secret of the caller', { signingSecret: 'whsec_mine' }, ['signingSecret']],
])('an endpoint with %s is refused', async (_, fields, paths) => {
  await withoutNewEndpoint(async () => expectBadFields(await api.send(fields), paths));
});

test('a misspelt subscription is answered with the one that was meant, not with all', async () => {
  const { json } = await api.send({ subscriptions: ['storie.*', 'sprint.update'] });
  const messages = (json.error.fields as { message: string }[]).map(({ message }) => message);
  expect(messages[0]).toMatch(/^must be one of \d+ values; did you mean story\.\*\?$/);
  expect(messages[1]).toMatch(/; did you mean sprint\.updated\?$/);
  const { json: unknown } = await api.send({ subscriptions: ['zzzzzzzzzzzz'] });
  expect(unknown.error.fields[0].message).toBe(
    `must be one of ${eventPatterns.length} values; /docs/webhook-events has them all`,
  );
});

test('teams that the caller is not in are refused in the same words as those that do not exist', async () => {
  const foreign = await (await newWorkspace()).team();
  const other = webhookApi(workspace, colleague.client);
  const answers = [];
  for (const id of [closed.id, foreign.id, randomUUID()]) {
    answers.push(await other.send({ teamIds: [team.id, id] }));
  }
  for (const answer of answers) expectBadFields(answer, ['teamIds.1'], 'invalid_reference');
  expectSameRefusal(answers);
});

test('a restricted token, members and service accounts create no endpoint', async () => {
  await withoutNewEndpoint(async () => {
    const restricted = await restrictedApi(workspace, admin, team);
    expectRefusal(await restricted.send({ teamIds: [team.id] }), 403, 'restricted_credential');
    const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.send(), 403, 'insufficient_role');
    const account = webhookApi(workspace, (await workspace.serviceAccount([team])).client);
    expectRefusal(await account.send(), 403, 'principal_not_supported');
  });
});
