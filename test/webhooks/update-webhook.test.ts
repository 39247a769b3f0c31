import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { disableEndpoint } from '../../shared/events/deliveries/disable-endpoint.ts';
import { getWebhookItem, recordFailure } from '../../shared/events/webhooks/webhook-store.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWebhookWorkspace, receiverUrl, restrictedApi, webhookApi } from './webhook-api.ts';

const { workspace, team, closed, admin, colleague, api } = await newWebhookWorkspace();
const other = webhookApi(workspace, colleague.client);

const elsewhere = 'https://inbox.plotline.test/elsewhere';

test('an update sets what is sent, clears what is named and leaves the rest unchanged', async () => {
  const webhook = await api.create({ teamIds: [team.id] });
  const { status, json } = await api.update(webhook, {
    name: 'Renamed',
    url: elsewhere,
    clearFields: ['teamIds'],
  });

  expect(status).toBe(200);
  expect(json).toEqual({
    data: { ...webhook, name: 'Renamed', url: elsewhere, teamIds: null, updatedAt: json.data.updatedAt },
  });
  expect(json.data.updatedAt > webhook.updatedAt).toBe(true);
  expect(await api.read(webhook.id)).toEqual(json.data);
});

test('an update to the same values changes nothing', async () => {
  const webhook = await api.create({ teamIds: [team.id] });
  const same = {
    name: webhook.name,
    url: receiverUrl.toUpperCase().replace('HOOK', 'hook'),
    teamIds: [team.id],
  };
  const { status, json } = await api.update(webhook, same);
  expect([status, json.data]).toEqual([200, webhook]);
});

test('an action on the endpoint makes a version stale', async () => {
  const webhook = await api.create();
  const { updatedAt } = (await api.disable(webhook.id)).json.data;
  const error = expectRefusal(await api.update(webhook, { name: 'Late' }), 409, 'version_conflict');
  expect(error.currentUpdatedAt).toBe(updatedAt);
});

test('a new address begins without the failures of the former one', async () => {
  const webhook = await api.create();
  const { database } = workspace;
  const healthOf = async () => (await getWebhookItem(createReader(database), webhook.id))!.health;
  const failedAt = new Date(Date.now() - 4 * DAY_MS);
  await commit(database, [recordFailure(webhook.id, failedAt, await healthOf(), writeConflict)]);
  const renamed = (await api.update(webhook, { name: 'Renamed' })).json.data;
  expect(renamed.consecutiveFailures).toBe(1);
  expect((await healthOf()).failingSince).toBe(failedAt.toISOString());

  const moved = (await api.update(renamed, { url: elsewhere })).json.data;
  expect(moved.consecutiveFailures).toBe(0);
  expect(await healthOf()).toMatchObject({ consecutiveFailures: 0, failingSince: null });
});

test('a failure at a former role or address does not disable the endpoint', async () => {
  const destination = {
    type: 'sqs',
    arn: 'arn:aws:sqs:eu-central-1:111122223333:plotline-events',
    roleArn: 'arn:aws:iam::111122223333:role/plotline-former',
  };
  const { database } = workspace;
  const storedOf = async (id: string) => (await getWebhookItem(createReader(database), id))!.webhook;
  const services = { database, now: () => new Date(), auditRetentionMs: DAY_MS };
  const created = await api.create({ url: undefined, destination });
  const before = await storedOf(created.id);
  const roleArn = destination.roleArn.replace('former', 'current');
  await api.update(created, { destination: { ...destination, roleArn } });

  await disableEndpoint(services, before, 'failing');
  expect((await storedOf(created.id)).status).toBe('active');
  await disableEndpoint(services, await storedOf(created.id), 'failing');
  expect(await storedOf(created.id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
});

describe('an update by another admin', () => {
  test('of the name leaves its owner', async () => {
    const webhook = await api.create();
    expect((await other.update(webhook, { name: 'Theirs' })).json.data.ownerId).toBe(admin.id);
  });

  test('of the address or a filter makes them its owner, so that they get no events of teams they are not in', async () => {
    const moved = await other.update(await api.create(), { url: elsewhere });
    expect(moved.json.data).toMatchObject({ url: elsewhere, ownerId: colleague.id });
    const narrowed = await other.update(await api.create(), { teamIds: [team.id] });
    expect(narrowed.json.data).toMatchObject({ teamIds: [team.id], ownerId: colleague.id });
    const filtered = await api.create({ teamIds: [closed.id] });
    const widened = await other.update(filtered, { clearFields: ['teamIds'] });
    expect(widened.json.data).toMatchObject({ teamIds: null, ownerId: colleague.id });
    const again = await other.update(await api.create(), { url: receiverUrl });
    expect(again.json.data.ownerId).toBe(admin.id);
  });

  test('of the filter names teams that they are in', async () => {
    const webhook = await api.create();
    const answer = await other.update(webhook, { teamIds: [team.id, closed.id] });
    expectBadFields(answer, ['teamIds.1'], 'invalid_reference');
    expect(await api.read(webhook.id)).toEqual(webhook);
  });
});

describe('an update is refused, and changes nothing, with', () => {
  test.each([
    ['an empty patch', {}, ['body'], 'invalid_request'],
    ['no version', { expectedUpdatedAt: undefined, name: 'New' }, ['expectedUpdatedAt'], 'invalid_request'],
    ['an empty name', { name: '' }, ['name'], 'invalid_request'],
    ['an address that is not public', { url: 'https://localhost/' }, ['url'], 'invalid_request'],
    ['an address of plain HTTP', { url: 'http://inbox.plotline.test/' }, ['url'], 'invalid_request'],
    ['a name that nobody knows', { url: 'https://nobody.plotline.test/' }, ['url'], 'invalid_request'],
    ['no team', { teamIds: [] }, ['teamIds'], 'invalid_request'],
    ['an unknown team', { teamIds: [randomUUID()] }, ['teamIds.0'], 'invalid_reference'],
    ['clearing what must be there', { clearFields: ['url'] }, ['clearFields.0'], 'invalid_request'],
    ['subscriptions', { subscriptions: ['story.created'] }, ['subscriptions'], 'invalid_request'],
    ['a status', { status: 'disabled' }, ['status'], 'invalid_request'],
    ['another owner', { ownerId: randomUUID() }, ['ownerId'], 'invalid_request'],
  ] as const)('%s', async (_, patch, paths, code) => {
    const webhook = await api.create();
    expectBadFields(await api.update(webhook, patch), paths, code);
    expect(await api.read(webhook.id)).toEqual(webhook);
  });

  test('a restricted token or a member', async () => {
    const webhook = await api.create();
    const restricted = await restrictedApi(workspace, admin, team);
    expectRefusal(await restricted.update(webhook, { name: 'No' }), 403, 'restricted_credential');
    const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.update(webhook, { name: 'No' }), 403, 'insufficient_role');
    expect(await api.read(webhook.id)).toEqual(webhook);
  });

  test('the endpoint of another workspace', async () => {
    const { api: foreign } = await newWebhookWorkspace();
    const webhook = await foreign.create();
    expectRefusal(await api.update(webhook, { name: 'No' }), 404, 'not_found');
    expect(await foreign.read(webhook.id)).toEqual(webhook);
  });
});
