import { beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import { getRoutes } from '../../shared/events/webhooks/webhook-route-store.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { type Person, type TestWorkspace } from '../support/workspace.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from './webhook-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let colleague: Person;
let api: WebhookApi;

beforeAll(async () => {
  ({ workspace, team, admin, colleague, api } = await newWebhookWorkspace());
});

/** What events are sent by, which follows the endpoint. */
const routed = async (webhookId: string) =>
  (await getRoutes(createReader(workspace.database), workspace.id)).find(
    (one) => one.webhookId === webhookId,
  )!.subscriptions;

test('an update replaces all subscriptions', async () => {
  const webhook = await api.create({ subscriptions: ['story.created', 'story.updated'] });
  const { status, json } = await api.subscribe(webhook.id, ['comment.created']);

  expect(status).toBe(200);
  expect(json.data).toEqual({
    ...webhook,
    subscriptions: ['comment.created'],
    subscriptionGeneration: 2,
    updatedAt: json.data.updatedAt,
  });
  expect(json.data.updatedAt > webhook.updatedAt).toBe(true);
  expect(await api.read(webhook.id)).toEqual(json.data);
  expect(await routed(webhook.id)).toEqual(new Set(['comment.created']));
  expect((await api.subscribe(webhook.id, eventKinds)).json.data).toMatchObject({
    subscriptions: eventKinds,
    subscriptionGeneration: 3,
  });
});

test('the same kinds in another order change nothing', async () => {
  const webhook = await api.create({ subscriptions: ['story.created', 'story.updated'] });
  const { status, json } = await api.subscribe(webhook.id, ['story.updated', 'story.created']);
  expect([status, json.data]).toEqual([200, webhook]);
});

test('an update by another admin leaves the owner', async () => {
  const webhook = await api.create();
  const other = webhookApi(workspace, colleague.client);
  expect((await other.subscribe(webhook.id, eventKinds)).json.data.ownerId).toBe(admin.id);
});

test('the last of several concurrent updates applies, and each one counts', async () => {
  const webhook = await api.create();
  const kinds = ['story.deleted', 'sprint.created', 'comment.updated'] as const;
  const answers = await Promise.all(kinds.map((kind) => api.subscribe(webhook.id, [kind])));
  for (const { status, text } of answers) expect(status, text).toBe(200);
  const now = await api.read(webhook.id);
  expect(now.subscriptionGeneration).toBe(4);
  expect(answers.map(({ json }) => json.data)).toContainEqual(now);
});

describe('an update is refused, and changes nothing, with', () => {
  test.each([
    ['none', [], ['subscriptions']],
    ['nothing', undefined, ['subscriptions']],
    ['null', null, ['subscriptions']],
    ['an unknown kind', ['story.created', 'story.archived'], ['subscriptions.1']],
    ['the test event', ['webhook.test'], ['subscriptions.0']],
    ['a kind twice', ['story.created', 'story.created'], ['subscriptions']],
    ['what is no list', 'story.created', ['subscriptions']],
  ])('%s', async (_, subscriptions, paths) => {
    const webhook = await api.create();
    expectBadFields(await api.subscribe(webhook.id, subscriptions), paths);
    expect(await api.read(webhook.id)).toEqual(webhook);
  });

  test('a restricted token, a member or another workspace', async () => {
    const webhook = await api.create();
    const kinds = ['sprint.created'];
    const restricted = await restrictedApi(workspace, admin, team);
    expectRefusal(await restricted.subscribe(webhook.id, kinds), 403, 'restricted_credential');
    const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.subscribe(webhook.id, kinds), 403, 'insufficient_role');
    const { api: foreign } = await newWebhookWorkspace();
    expectRefusal(await foreign.subscribe(webhook.id, kinds), 404, 'not_found');
    expect(await api.read(webhook.id)).toEqual(webhook);
  });
});
