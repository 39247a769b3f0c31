import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { deliveriesOf, deliveryIdOf, getQueued } from '../../shared/events/deliveries/delivery-store.ts';
import { SUBSCRIPTIONS_MAX } from '../../shared/events/subscriptions/subscription.ts';
import { changesApi } from '../log/changes-api.ts';
import { statusOf } from '../stories/story-api.ts';
import { connectUser } from '../support/connect.ts';
import { planningApi } from '../support/planning.ts';
import { databaseOf, sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { connectedClient, mcpClient, type McpClient } from './mcp-client.ts';
import { newEventsWorkspace } from './mcp-workspace.ts';

const { workspace, team, admin, member, client, stories } = await newEventsWorkspace();

interface Arrived {
  path: string;
  type: string | null;
  headers: Record<string, string>;
  body: string;
  receivedAt: string;
}

let callbacks = 0;
/** A callback that nobody else has: the inbox of the runner takes any path, and returns challenges. */
const newCallback = () => `https://inbox.plotline.test/${workspace.id}/${callbacks++}`;
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** What a callback was sent, the oldest first. */
async function sentTo(url: string): Promise<Arrived[]> {
  const answer = await fetch(`${sharedService().baseUrl}/_local/inbox.json`);
  const { deliveries } = (await answer.json()) as { deliveries: Arrived[] };
  return deliveries.filter(({ path }) => url.endsWith(path)).reverse();
}

const inWorkspace = (filters: object = {}) => ({ workspaceId: workspace.id, ...filters });
const wires = { legacy: () => client.send, modern: () => client.sendModern };

function asked({
  name = 'story.created',
  url = newCallback(),
  secret = newSecret(),
  filters = {},
  ...more
}: {
  name?: string;
  url?: string;
  secret?: string;
  filters?: object;
  [field: string]: unknown;
} = {}) {
  return { name, arguments: inWorkspace(filters), delivery: { mode: 'webhook', url, secret }, ...more };
}

type Asked = ReturnType<typeof asked>;

async function subscribe(params: Record<string, unknown>, as: McpClient = client) {
  const { status, json } = await as.send('events/subscribe', params);
  if (status !== 200 || json.error) throw new Error(`It answered ${status}: ${JSON.stringify(json)}`);
  return json.result as { id: string; refreshBefore: string; deliveryStatus?: object };
}

const refused = async (params: Record<string, unknown>, method = 'events/subscribe', as = client) =>
  (await as.send(method, params)).json.error as { code: number; message: string; data?: object };

/** As the library that receivers use verifies a message, at the time when it arrived. */
function verify({ body, headers, receivedAt }: Arrived, secret: string): void {
  vi.useFakeTimers({ now: new Date(receivedAt), toFake: ['Date'] });
  try {
    new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

test.each(Object.keys(wires) as (keyof typeof wires)[])(
  'on the %s wire, a client receives the event of a finished story, with the id of the feed',
  async (wire) => {
    const params = asked({ name: 'story.completed' });
    const { url, secret } = params.delivery;
    const { json } = await wires[wire]()('events/subscribe', params);
    const { id, refreshBefore, ...rest } = json.result;
    expect(rest).toMatchObject({ cursor: null, truncated: false, resultType: 'complete' });
    expect(Date.parse(refreshBefore)).toBeGreaterThan(Date.now());
    const [challenge] = await sentTo(url);
    verify(challenge!, secret);
    expect(challenge!.headers['webhook-id']).toMatch(/^msg_verification_/);
    expect(JSON.parse(challenge!.body)).toEqual({ type: 'verification', challenge: expect.any(String) });

    const since = new Date().toISOString();
    const done = await statusOf(workspace, admin.client, team, 'completed');
    const story = await stories.create({ teamId: team.id });
    await stories.change(await stories.change(story, { title: 'Another title' }), { statusId: done });
    await until(async () => (await sentTo(url)).length > 1);
    const [, delivered, ...more] = await sentTo(url);
    expect(more).toEqual([]);
    verify(delivered!, secret);
    const body = JSON.parse(delivered!.body);
    expect(body).toMatchObject({
      name: 'story.completed',
      data: { resource: { id: story.id, statusId: done }, actor: { id: admin.id, via: 'rest', self: false } },
    });
    expect(body.type).toBeUndefined();
    expect(delivered!.headers).toMatchObject({ 'webhook-id': body.eventId, 'x-mcp-subscription-id': id });
    const feed = await admin.client.get(`${workspace.path}/changes`, { since, type: 'story.updated' });
    expect((feed.json.data as { id: string }[]).map((one) => one.id)).toContain(body.eventId);
  },
);

describe('a subscription that is requested again', () => {
  test('is the same one, in any order of arguments, and its callback is not asked again', async () => {
    const first = asked({ filters: { teamId: team.id, assigneeId: 'me' } });
    const { id } = await subscribe(first);
    const again = {
      ...first,
      arguments: { assigneeId: 'me', teamId: team.id, workspaceId: workspace.id },
      delivery: { ...first.delivery, secret: newSecret() },
    };
    const refreshed = await subscribe(again);
    expect(refreshed).toMatchObject({ id, deliveryStatus: { active: true, lastError: null } });
    expect(await sentTo(first.delivery.url)).toHaveLength(1);
  });

  test('is another one for another user, and the first user cannot end it', async () => {
    const params = asked();
    const { id } = await subscribe(params);
    const theirs = await connectedClient(admin);
    const unknown = { code: -32011, data: { kind: 'subscription' } };
    expect(await refused(params, 'events/unsubscribe', theirs)).toMatchObject(unknown);
    expect((await subscribe(params, theirs)).id).not.toBe(id);
  });

  test.each([
    ['a moment', 1, 60_000],
    ['less than nothing', -5, 60_000],
    ['ten minutes', 600_000, 600_000],
    ['a year', 31_536_000_000, 86_400_000],
    ['ever', null, 86_400_000],
    ['as long as usual', undefined, 86_400_000],
  ])('lasts as long as %s allows', async (_, ttlMs, expected) => {
    const before = Date.now();
    const { refreshBefore } = await subscribe(asked({ ttlMs }));
    const lasts = Date.parse(refreshBefore) - expected;
    expect(lasts).toBeGreaterThanOrEqual(before);
    expect(lasts).toBeLessThanOrEqual(Date.now());
  });
});

test('a client that unsubscribes is sent nothing more, and may do it twice', async () => {
  const [ended, kept] = [asked(), asked()];
  for (const params of [ended, kept]) await subscribe(params);
  for (const _ of ['first', 'second']) {
    const { json } = await client.send('events/unsubscribe', ended);
    expect(json.result).toEqual({ resultType: 'complete' });
  }
  await stories.create({ teamId: team.id });
  await until(async () => (await sentTo(kept.delivery.url)).length > 1);
  expect(await sentTo(ended.delivery.url)).toHaveLength(1);
  const { secret: _, ...named } = asked().delivery;
  expect(await refused({ ...ended, delivery: named }, 'events/unsubscribe')).toMatchObject({ code: -32011 });
});

test('a change that the user may not see is not sent, also of a private objective', async () => {
  const params = asked({ name: 'objective.created' });
  const { id } = await subscribe(params);
  const plans = planningApi(workspace, admin.client);
  const hidden = await plans.objective(team, { private: true });
  const shown = await plans.objective(team);
  const read = createReader(databaseOf(sharedService()));
  const statuses = async () => {
    const keys = await read.query({ index: 'parent', partition: deliveriesOf(id), limit: 10 });
    const found = await Promise.all(keys.map((key) => getQueued(read, deliveryIdOf(key))));
    return found.map((one) => one!.delivery.status).sort();
  };
  await until(async () => (await statuses()).join() === 'delivered,dropped');
  const delivered = (await sentTo(params.delivery.url)).map(({ body }) => body).join();
  expect(delivered).toContain(shown.id);
  expect(delivered).not.toContain(hidden.id);
});

test('a subscription ends with the grant: no event is sent, and no request is accepted', async () => {
  const [mine, theirs] = [asked(), asked()];
  const { token, revoke } = await connectUser(member);
  await subscribe(mine, mcpClient(token));
  await subscribe(theirs);
  await revoke();
  for (const method of ['events/subscribe', 'events/unsubscribe']) {
    expect((await mcpClient(token).send(method, mine)).status).toBe(401);
  }
  const seeing = await changesApi(workspace, admin.client).reader();
  const { id } = await stories.create({ teamId: team.id });
  await seeing.until(({ data }) => data.id === id);
  await until(async () => (await sentTo(theirs.delivery.url)).length > 1);
  expect(await sentTo(mine.delivery.url)).toHaveLength(1);
});

describe('a subscription is refused for', () => {
  const withDelivery = (delivery: object): Asked => {
    const params = asked();
    return { ...params, delivery: { ...params.delivery, ...delivery } };
  };

  test.each([
    ['an unknown event', () => asked({ name: 'story.imagined' }), -32011],
    ['an unknown filter', () => asked({ filters: { colour: 'red' } }), -32602],
    ['a short secret', () => asked({ secret: `whsec_${randomBytes(23).toString('base64')}` }), -32602],
    ['what is no secret', () => asked({ secret: 'a secret' }), -32602],
    ['plain HTTP', () => asked({ url: 'http://inbox.plotline.test/' }), -32602],
    ['another port', () => asked({ url: 'https://inbox.plotline.test:8443/' }), -32602],
    ['an address of the inside', () => asked({ url: 'https://169.254.169.254/' }), -32602],
    ['a name without an address', () => asked({ url: 'https://nobody.plotline.test/' }), -32602],
    ['another way of delivery', () => withDelivery({ mode: 'push' }), -32014],
    ['no secret', () => withDelivery({ secret: undefined }), -32602],
    ['another workspace', () => asked({ filters: { workspaceId: team.id } }), -32012],
    ['a team out of sight', () => asked({ filters: { teamId: workspace.id } }), -32012],
  ])('%s', async (_, params, code) => {
    expect(await refused(params())).toMatchObject({ code });
  });

  test('more than a member can have, but one of them can be refreshed', async () => {
    const busy = await workspace.person('member', [team]);
    const theirs = await connectedClient(busy);
    const url = newCallback();
    const numbered = (n: number) => asked({ name: 'story.updated', url, filters: { changedField: `f${n}` } });
    for (let n = 0; n < SUBSCRIPTIONS_MAX; n++) await subscribe(numbered(n), theirs);
    const error = await refused(numbered(SUBSCRIPTIONS_MAX), 'events/subscribe', theirs);
    expect(error).toMatchObject({ code: -32013, data: { max: SUBSCRIPTIONS_MAX } });
    await subscribe(numbered(0), theirs);
  });
});
