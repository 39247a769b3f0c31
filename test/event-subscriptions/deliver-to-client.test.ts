import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { providerKey } from '../../shared/kernel/auth/trust-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { needsSlots } from '../../shared/events/deliveries/slots.ts';
import { lanesOf } from '../../shared/events/webhooks/lane.ts';
import { getAllRoutes } from '../../shared/events/webhooks/subscriber-route-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { newPipeline, type Received, type TestPipeline } from '../support/pipeline.ts';
import type { Person } from '../support/workspace.ts';
import { subscriberOf } from './subscribers.ts';

let path: TestPipeline;
let member: Person;
let other: Team;

beforeAll(async () => {
  path = await newPipeline();
  // Lanes that find no slot at once wait for a second, which the clock of these tests does not move on.
  path.pipeline.slots = 1_000;
  other = await path.workspace.team();
  member = await path.workspace.person('member', [path.team, other]);
});

beforeEach(() => {
  path.answer(() => ({ status: 200 }));
  path.received.length = 0;
});

const routes = async () =>
  (await getAllRoutes(createReader(path.pipeline.database), path.workspace.id)).subscribers.map(
    ({ subscriptionId }) => subscriptionId,
  );
const bodyOf = ({ body }: Received) => JSON.parse(body) as Record<string, unknown> & { data: object };

test('an event is sent once, signed, with its id in the log, and as the user that made it', async () => {
  const client = await subscriberOf(path, member);
  const change = path.storyCreated();
  await path.dispatch([change]);
  await path.dispatch([change]);
  await path.drain();
  const [requests, ...more] = client.requests();
  expect(more).toEqual([]);
  const body = bodyOf(requests!);
  expect(body).toMatchObject({ name: 'story.created', cursor: null, data: { actor: { self: false } } });
  expect(body).toHaveProperty('data.resource.id', change.key.pk.slice('S#'.length));
  expect(Object.keys(body).sort()).toEqual(['cursor', 'data', 'eventId', 'name', 'timestamp']);
  expect(requests!.id).toBe(body['eventId']);
  expect(requests!.headers).toMatchObject({
    'content-type': 'application/json',
    'x-mcp-subscription-id': client.id,
  });
  vi.useFakeTimers({ now: path.clock.now() });
  try {
    expect(() => new Webhook(client.secret).verify(requests!.body, requests!.headers)).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
  const [delivery] = await path.deliveries(client.id);
  expect(delivery).toMatchObject({ status: 'delivered', eventId: body['eventId'] });
  expect((await client.stored())!.health.lastDeliveryAt).not.toBeNull();
});

test('only events that pass its filters are queued for a subscription', async () => {
  const ofTeam = await subscriberOf(path, member, {
    filters: { workspaceId: path.workspace.id, teamId: other.id },
  });
  const mine = await subscriberOf(path, member, {
    filters: { workspaceId: path.workspace.id, assigneeId: 'me' },
  });
  const finished = await subscriberOf(path, member, { name: 'story.completed' });
  await path.dispatch([
    path.storyCreated({ teamId: other.id }),
    path.storyCreated({ assigneeId: member.id }),
    path.storyCreated({ assigneeId: path.owner.id }),
  ]);
  await path.drain();
  expect(ofTeam.requests().map((one) => bodyOf(one))).toMatchObject([
    { data: { resource: { teamId: other.id } } },
  ]);
  expect(mine.requests().map((one) => bodyOf(one))).toMatchObject([
    { data: { resource: { assigneeId: member.id } } },
  ]);
  expect(await path.deliveries(finished.id)).toEqual([]);
  expect(await path.deliveries(ofTeam.id)).toHaveLength(1);
});

describe('a subscription ends, and what was queued is not sent, when before the sending', () => {
  const queued = async (person: Person) => {
    const client = await subscriberOf(path, person);
    await path.dispatch([path.storyCreated()]);
    expect(await path.deliveries(client.id)).toMatchObject([{ status: 'pending' }]);
    return client;
  };
  const expectEnded = async (client: Awaited<ReturnType<typeof subscriberOf>>) => {
    await path.drain();
    expect(client.requests()).toEqual([]);
    expect(await path.deliveries(client.id)).toMatchObject([{ status: 'dropped' }]);
    expect(await client.stored()).toBeUndefined();
    expect(await routes()).not.toContain(client.id);
    await path.dispatch([path.storyCreated()]);
    expect(await path.deliveries(client.id)).toHaveLength(1);
  };

  test('the grant is revoked', async () => {
    const client = await queued(member);
    await client.revoke();
    await expectEnded(client);
  });

  test('the grant expires, since its client no longer refreshes it', async () => {
    const client = await queued(member);
    await client.expireIn(60_000);
    path.clock.advance(61_000);
    await expectEnded(client);
  });

  test('the user has another password', async () => {
    const person = await path.workspace.person('member', [path.team]);
    const client = await queued(person);
    const { operator, id: workspaceId } = path.workspace;
    await operator.setPassword({ workspaceId, id: person.id }, 'a new password of theirs');
    await expectEnded(client);
  });

  test('the user leaves the workspace', async () => {
    const leaving = await path.workspace.person('member', [path.team]);
    const client = await queued(leaving);
    await path.workspace.operator.removeMember({ workspaceId: path.workspace.id, id: leaving.id });
    await expectEnded(client);
  });

  test('the workspace no longer trusts the identity provider that vouched for the user', async () => {
    const { database } = path.pipeline;
    const trust = providerKey(path.workspace.id, 'main');
    const grantId = newId(path.clock.now());
    await commit(database, [{ put: { ...trust, trustId: grantId } }]);
    const { userId } = member;
    const subject = { kind: 'managed', workspaceId: path.workspace.id, userId, providerId: 'main' } as const;
    const client = await subscriberOf(path, member, { grantId, subject });
    await path.dispatch([path.storyCreated()]);
    await path.drain();
    expect(client.requests()).toHaveLength(1);
    path.received.length = 0;
    await path.dispatch([path.storyCreated()]);
    await commit(database, [{ delete: trust }]);
    await path.drain();
    expect(client.requests()).toEqual([]);
    expect(await client.stored()).toBeUndefined();
    expect(await routes()).not.toContain(client.id);
  });

  test('the grant is not that of the client', async () => {
    const client = await subscriberOf(path, member, { clientId: 'another client' });
    await path.dispatch([path.storyCreated()]);
    await expectEnded(client);
  });
});

test('a subscription that has expired is sent nothing, not even what was queued', async () => {
  const minute = new Date(path.clock.now().getTime() + 60_000).toISOString();
  const client = await subscriberOf(path, member, { expiresAt: minute });
  await path.dispatch([path.storyCreated()]);
  path.clock.advance(61_000);
  await path.drain();
  await path.dispatch([path.storyCreated()]);
  await path.drain();
  expect(client.requests()).toEqual([]);
  expect(await path.deliveries(client.id)).toMatchObject([{ status: 'dropped' }]);
});

test('events of a team that the user leaves are no longer sent, and those of the others are', async () => {
  const leaving = await path.workspace.person('member', [path.team, other]);
  const client = await subscriberOf(path, leaving);
  await path.dispatch([path.storyCreated(), path.storyCreated({ teamId: other.id })]);
  await path.workspace.operator.leaveTeam({
    workspaceId: path.workspace.id,
    teamId: path.team.id,
    principalId: leaving.id,
  });
  await path.drain();
  await path.dispatch([path.storyCreated(), path.storyCreated({ teamId: other.id })]);
  await path.drain();
  const teams = client
    .requests()
    .map((one) => (bodyOf(one).data as { resource: Team & { teamId: string } }).resource);
  expect(teams.map(({ teamId }) => teamId)).toEqual([other.id, other.id]);
});

describe('a callback that fails', () => {
  test('is tried five times within a quarter of an hour, with the same id, and says why', async () => {
    const client = await subscriberOf(path, member);
    path.answer(() => ({ status: 503 }));
    const began = path.clock.now().getTime();
    await path.dispatch([path.storyCreated()]);
    await path.drain();
    await path.pass(60 * 60_000, 5_000);
    const requests = client.requests();
    expect(requests).toHaveLength(5);
    expect(requests.at(-1)!.at - began).toBeLessThan(15 * 60_000);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
    const { health } = (await client.stored())!;
    expect(health).toMatchObject({ lastError: 'http_5xx', lastDeliveryAt: null });
    expect(health.failedSince).not.toBeNull();
  });

  test.each([410, 413])('and says %i gets the next event all the same', async (status) => {
    const client = await subscriberOf(path, member);
    path.answer(({ url }) => ({
      status: url === client.url && client.requests().length === 1 ? status : 200,
    }));
    await path.dispatch([path.storyCreated()]);
    await path.drain();
    await path.pass(20 * 60_000);
    expect(client.requests()).toHaveLength(1);
    await path.dispatch([path.storyCreated()]);
    await path.drain();
    expect(client.requests()).toHaveLength(2);
    expect((await path.deliveries(client.id)).map((one) => one.status).sort()).toEqual([
      'delivered',
      'failed',
    ]);
  });
});

test('a replaced secret signs next to the new one until its time is over', async () => {
  const client = await subscriberOf(path, member);
  const until = new Date(path.clock.now().getTime() + 60_000).toISOString();
  const fresh = await client.seal(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  const old = client.subscription.secrets[0]!;
  await client.put({ secrets: [{ sealed: fresh }, { ...old, until }] });
  await path.dispatch([path.storyCreated()]);
  await path.drain();
  path.clock.advance(61_000);
  await path.dispatch([path.storyCreated()]);
  await path.drain();
  const counts = client.requests().map(({ headers }) => headers['webhook-signature']!.split(' ').length);
  expect(counts).toEqual([2, 1]);
});

test("a subscription's lanes take slots of the workspace, however few endpoints that has", async () => {
  const client = await subscriberOf(path, member);
  const { id: endpoint } = await path.endpoint();
  const needs = (webhookId: string) =>
    needsSlots(
      createReader(path.pipeline.database),
      { ...lanesOf(webhookId)[0]!, workspaceId: path.workspace.id },
      path.pipeline.slots,
    );
  expect([await needs(client.id), await needs(endpoint)]).toEqual([true, false]);
});
