import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../../shared/kernel/core/logger.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findDueLanes } from '../../shared/events/webhooks/lane-store.ts';
import { retryDelaysMs } from '../../shared/events/deliveries/retry-schedule.ts';
import { ConnectionFailed } from '../../shared/kernel/net/connection-failed.ts';
import { AddressRefused, LookupFailed } from '../../shared/kernel/net/address-refused.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let path: TestPipeline;
beforeEach(async () => void (path = await newPipeline()));
afterEach(() => void vi.useRealTimers());

const happen = () => path.happen();
const pass = (ms: number, step?: number) => path.pass(ms, step);

test('an event is sent once, signed, and its delivery is recorded', async () => {
  const endpoint = await path.endpoint();
  const change = path.storyCreated();
  await path.dispatch([change]);
  await path.drain();

  const [one, ...others] = path.received;
  expect(others).toEqual([]);
  expect(one!.url).toBe(endpoint.url);
  expect(one!.limits).toEqual({ timeoutMs: 15_000, maxResponseBytes: 16 * 1024 });
  const event = JSON.parse(one!.body) as Record<string, unknown>;
  expect(event).toMatchObject({
    id: one!.id,
    type: 'story.created',
    workspaceId: path.workspace.id,
    data: { id: change.key.pk.slice(2), title: 'A story', teamId: path.team.id },
  });
  const [delivery] = await path.deliveries(endpoint.id);
  expect(delivery).toMatchObject({
    eventId: one!.id,
    status: 'delivered',
    attemptCount: 1,
    attempts: [{ responseStatus: 200, error: null }],
    nextAttemptAt: null,
  });
  expect((await path.webhook(endpoint.id)).health).toMatchObject({
    consecutiveFailures: 0,
    lastSuccessAt: path.clock.now().toISOString(),
  });
});

test('when all events are delivered, nothing is left to look at', async () => {
  await path.endpoint();
  await happen();
  await path.drain();
  const lanes = () =>
    findDueLanes(createReader(path.pipeline.database), new Date('2200-01-01'), 100, { part: 0, of: 1 });
  expect(await lanes()).toHaveLength(1);
  await pass(3 * MINUTE);
  expect(await lanes()).toEqual([]);
  expect(path.queue).toEqual([]);
  expect(path.received).toHaveLength(1);
});

test('an internal error is recorded as such, and retried without blaming the endpoint', async () => {
  const endpoint = await path.endpoint();
  await happen();
  await path.drain({ ...path.pipeline, keys: () => Promise.reject(new Error('No secret today.')) });
  const [delivery] = await path.deliveries(endpoint.id);
  expect(delivery).toMatchObject({
    status: 'retrying',
    attempts: [{ error: 'An internal error occurred.' }],
  });
  expect((await path.webhook(endpoint.id)).health.consecutiveFailures).toBe(0);
  await pass(MINUTE);
  expect(path.received).toHaveLength(1);
});

describe('an endpoint gets an event, or does not,', () => {
  test.each([
    ['another kind is subscribed', { subscriptions: ['sprint.created'] }, 0],
    ['the kind is subscribed', { subscriptions: ['story.created'] }, 1],
    ['other teams are named', { teamIds: ['01900000-0000-7000-8000-000000000000'] }, 0],
  ] as const)('when %s', async (_, fields, times) => {
    await path.endpoint(fields as never);
    await happen();
    await path.drain();
    expect(path.received).toHaveLength(times);
  });

  test('but not one whose owner is in another team', async () => {
    const stranger = await path.workspace.person('admin');
    const endpoint = await path.endpoint({ ownerId: stranger.id });
    await happen();
    await path.drain();
    expect(path.received).toEqual([]);
    expect(await path.deliveries(endpoint.id)).toEqual([]);
  });

  test('but not one of another workspace', async () => {
    const other = await newPipeline(path.service);
    await other.endpoint();
    await happen();
    expect(await other.drain()).toBe(0);
  });

  test('but not one whose owner is no longer an admin, which is disabled', async () => {
    const member = await path.workspace.person('member', [path.team]);
    const endpoint = await path.endpoint({ ownerId: member.id });
    await happen();
    await path.drain();
    expect(path.received).toEqual([]);
    expect((await path.webhook(endpoint.id)).webhook).toMatchObject({
      status: 'disabled',
      disabledReason: 'owner_not_admin',
    });
    // Held for the next owner, as what follows is.
    await happen();
    const statuses = (await path.deliveries(endpoint.id)).map(({ status }) => status);
    expect(statuses).toEqual(['held', 'held']);
  });

  test('but not one that was made after the event', async () => {
    const change = path.storyCreated();
    path.clock.advance(2 * MINUTE);
    const endpoint = await path.endpoint();
    await path.dispatch([change]);
    expect(await path.deliveries(endpoint.id)).toEqual([]);
  });

  test('but not one whose owner loses the right while the event waits', async () => {
    const leaving = await path.workspace.person('admin', [path.team]);
    const endpoint = await path.endpoint({ ownerId: leaving.id });
    await happen();
    await path.workspace.operator.removeMember({ workspaceId: path.workspace.id, id: leaving.id });
    await path.drain();
    expect(path.received).toEqual([]);
    expect(await path.deliveries(endpoint.id)).toMatchObject([{ status: 'held' }]);
    expect((await path.webhook(endpoint.id)).webhook.disabledReason).toBe('owner_not_admin');
  });
});

describe('a receiver that fails', () => {
  test('is tried again by the schedule, with the same id and bytes, until it is given up, which the operator is told', async () => {
    const endpoint = await path.endpoint();
    const warned = vi.spyOn(logger, 'warn');
    onTestFinished(() => warned.mockRestore());
    path.answer(() => ({ status: 500 }));
    await happen();
    await path.drain();
    const begun = path.clock.now().getTime();
    path.clock.advance(6 * SECOND);
    await path.drain();
    // An endpoint that fails for five days would be disabled, so a success of another event comes between.
    await pass(2 * DAY, 5 * MINUTE);
    path.answer((_, count) => ({ status: count === 1 ? 200 : 500 }));
    await happen();
    await path.drain();
    await pass(2 * DAY, 10 * MINUTE);

    const [first] = path.received;
    const attempts = path.received.filter(({ id }) => id === first!.id);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    const gaps = attempts.map(({ at }, n) => at - (attempts[n - 1]?.at ?? begun)).slice(1);
    expect(gaps).toHaveLength(retryDelaysMs.length);
    gaps.forEach((gap, n) => {
      expect(gap).toBeGreaterThanOrEqual(retryDelaysMs[n]!);
      expect(gap).toBeLessThanOrEqual(retryDelaysMs[n]! * 1.1 + 11 * MINUTE);
    });
    const deliveries = await path.deliveries(endpoint.id);
    const told = warned.mock.calls.filter(([message]) => message === 'webhook deliveries exhausted');
    expect(told.map(([, said]) => said)).toEqual([
      { webhookId: endpoint.id, deliveryId: deliveries.at(-1)!.id },
    ]);
    expect(deliveries.at(-1)).toMatchObject({
      status: 'failed',
      attemptCount: retryDelaysMs.length + 1,
      nextAttemptAt: null,
      statusReason: `All ${retryDelaysMs.length + 1} attempts failed.`,
    });
  });

  test.each([
    ['seconds', () => '3600', HOUR],
    ['a date', () => new Date(path.clock.now().getTime() + 2 * HOUR).toUTCString(), 2 * HOUR - SECOND],
  ])('waits for as long as Retry-After says, in %s', async (_, header, wait) => {
    const endpoint = await path.endpoint();
    path.answer(() => ({ status: 429, headers: { 'retry-after': header() } }));
    await happen();
    await path.drain();
    const [delivery] = await path.deliveries(endpoint.id);
    expect(Date.parse(delivery!.nextAttemptAt!) - path.clock.now().getTime()).toBeGreaterThanOrEqual(wait);
  });

  test.each([
    ['a redirect', { status: 302 }, 302, /redirects are not followed/],
    ['a timeout', new ConnectionFailed('timeout'), null, /did not respond in time/],
    ['a name that is not known just now', new LookupFailed('x.example.net'), null, /could not be resolved/],
    ['a name that has no address', new AddressRefused('x.example.net', 'unresolvable'), null, /no address/],
  ] as const)('with a response of %s is tried again', async (_, answer, responseStatus, error) => {
    const endpoint = await path.endpoint();
    path.answer(() => answer);
    await happen();
    await path.drain();
    const [delivery] = await path.deliveries(endpoint.id);
    expect(delivery).toMatchObject({ status: 'retrying', attempts: [{ responseStatus }] });
    expect(delivery!.attempts[0]!.error).toMatch(error);
    const { webhook, health } = await path.webhook(endpoint.id);
    expect([webhook.status, health.consecutiveFailures]).toEqual(['active', 1]);
  });

  test.each([
    ['410', { status: 410 }, 'gone'],
    ['an address that is not public', new AddressRefused('x', 'not_public'), 'address_not_public'],
    ['IPv6 addresses only', new AddressRefused('x', 'ipv6_only'), 'address_not_public'],
  ] as const)(
    'with a response of %s is disabled at once, and what waits is held',
    async (_, answer, disabledReason) => {
      const endpoint = await path.endpoint();
      path.answer(() => answer);
      await happen();
      await path.drain();
      await happen();
      await path.drain();
      expect((await path.webhook(endpoint.id)).webhook).toMatchObject({ status: 'disabled', disabledReason });
      expect(path.received).toHaveLength(1);
      const statuses = (await path.deliveries(endpoint.id)).map(({ status }) => status);
      expect(statuses).toEqual(['held', 'held']);
    },
  );

  test('for five days is disabled', async () => {
    const endpoint = await path.endpoint();
    path.answer(() => ({ status: 503 }));
    await happen();
    await path.drain();
    await pass(5 * DAY - HOUR, HOUR);
    await happen();
    await path.drain();
    expect((await path.webhook(endpoint.id)).webhook.status).toBe('active');
    await pass(3 * HOUR, 10 * MINUTE);
    expect((await path.webhook(endpoint.id)).webhook).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
    });
  });

  test('and recovers gets everything', async () => {
    const endpoint = await path.endpoint();
    path.answer(() => ({ status: 500 }));
    for (let n = 0; n < 40; n++) await happen();
    await path.drain();
    const tried = path.received.length;
    // It rests: a dead receiver is not asked for each of what waits.
    expect(tried).toBeLessThan(40);
    path.answer(() => ({ status: 200 }));
    await pass(15 * MINUTE);
    const deliveries = await path.deliveries(endpoint.id);
    expect(deliveries.map(({ status }) => status)).toEqual(Array(40).fill('delivered'));
  });
});

describe('signatures', () => {
  test('are verified by standardwebhooks and by svix', async () => {
    const endpoint = await path.endpoint();
    await happen();
    await path.drain();
    const { headers, body } = path.received[0]!;
    // Both refuse a timestamp that is far from the clock.
    vi.useFakeTimers({ toFake: ['Date'], now: path.clock.now() });
    for (const library of [StandardWebhook, SvixWebhook]) {
      const verifier = new library(endpoint.secret);
      expect(() => verifier.verify(body, headers)).not.toThrow();
      expect(() => verifier.verify(`${body} `, headers)).toThrow();
    }
  });
});
