import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { DatabaseUnavailable, HoldsUpOthers } from '../../shared/kernel/db/unavailable.ts';
import type { Projection } from '../../shared/kernel/log/projection.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import {
  ATTEMPT_MAX_SECONDS,
  sendContended,
  type ContendedRecord,
  type SendRecords,
} from '../../shared/projections/contended-record.ts';
import { workOnContended } from '../../shared/surface/workers/contended.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';

/** Records that the projector handed over, with a queue that the test holds in its hands. */
let database: Database;
let queue: { message: ContendedRecord; delaySeconds: number }[];

beforeAll(async () => void (database = databaseOf(await ownTable())));
beforeEach(() => void (queue = []));

const send: SendRecords = async (messages, delaySeconds) =>
  void queue.push(...messages.map((message) => ({ message, delaySeconds })));

const BEGIN = new Date('2026-11-27T08:00:00.000Z');
const services = (now = BEGIN) => ({ database, now: () => now, randomBytes, slots: 2, send });
const waiting = { waitingSince: BEGIN.toISOString() };

/** A projection of stories that does what the test says. */
const doing = (work: () => Promise<void>): Projection[] => [
  {
    name: 'some',
    follows: [storyKind],
    deletionsOnly: false,
    handle: work,
    rebuild: { leads: () => [] },
  },
];
const failing = (error: Error) => doing(() => Promise.reject(error));
const contended = failing(new HoldsUpOthers('Others write.'));

const recordOf = (id: string) => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: storyKind.key(id).pk }, sk: { S: '-' } },
    NewImage: { pk: { S: storyKind.key(id).pk }, sk: { S: '-' } },
    SequenceNumber: '1',
    ApproximateCreationDateTime: 1_800_000_000,
  },
});

const messageOf = (workspaceId: string, attempt = 0): ContendedRecord => ({
  projection: 'some',
  record: recordOf(randomUUID()),
  workspaceId,
  settings: { sendsMail: false, auditRetentionMs: 1 },
  attempt,
});

test('a record that meets other writes comes back later each time, and is kept for the operator after the last', async () => {
  let message = messageOf(randomUUID());
  for (const maxSeconds of ATTEMPT_MAX_SECONDS.slice(1)) {
    await workOnContended(services(), message, contended);
    const { message: next, delaySeconds } = queue.pop()!;
    expect(next).toEqual({ ...message, attempt: message.attempt + 1 });
    expect(delaySeconds).toBeGreaterThan(maxSeconds / 2);
    expect(delaySeconds).toBeLessThanOrEqual(maxSeconds);
    message = next;
  }
  await expect(workOnContended(services(), message, contended)).rejects.toThrow('in every attempt');
  expect(queue).toEqual([]);
});

test('a record waits for hours where the database is unavailable, without losing attempts', async () => {
  const last = messageOf(randomUUID(), ATTEMPT_MAX_SECONDS.length - 1);
  for (let time = 0; time < 20; time++) {
    await workOnContended(services(), last, failing(new DatabaseUnavailable('It is away.')));
  }
  expect(queue.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, () => ({ ...last, ...waiting })),
  );
  // Nor does it matter where it is noticed: a slot is leased in the table too.
  const away = databaseOf({ ...(await ownTable()), dynamodbEndpoint: 'http://127.0.0.1:9' });
  await workOnContended(
    { ...services(), database: away },
    last,
    doing(async () => {}),
  );
  expect(queue.at(-1)!.message).toEqual({ ...last, ...waiting });
  for (const { delaySeconds } of queue) expect(delaySeconds).toBeGreaterThan(10);
});

test('a record that has waited for six hours is kept for the operator', async () => {
  const away = failing(new DatabaseUnavailable('It is away.'));
  const message = { ...messageOf(randomUUID()), ...waiting };
  await workOnContended(services(new Date('2026-11-27T13:59:00.000Z')), message, away);
  expect(queue.pop()!.message).toEqual(message);
  const late = workOnContended(services(new Date('2026-11-27T14:01:00.000Z')), message, away);
  await expect(late).rejects.toThrow('the database was unavailable');
  expect(queue).toEqual([]);
});

test('records of a batch come back at different times', async () => {
  const changes = Array.from({ length: 25 }, (): ItemChange => {
    const key = storyKind.key(randomUUID());
    return { sequenceNumber: '1', at: new Date(), key, after: { ...key } };
  });
  const sent = changes.map((change) => ({ projection: 'some', change, record: recordOf(change.key.pk) }));
  await sendContended(sent, { sendsMail: false, auditRetentionMs: 1 }, { send, randomBytes });
  expect(queue).toHaveLength(25);
  expect(new Set(queue.map(({ delaySeconds }) => delaySeconds)).size).toBeGreaterThan(1);
});

test('a workspace has as many records at work as slots; the others wait without losing attempts, and so does no neighbour', async () => {
  const [busy, neighbour] = [randomUUID(), randomUUID()];
  const ended = Promise.withResolvers<void>();
  const begun = [0, 0, 0].map(() => Promise.withResolvers<void>());
  let atWork = 0;
  const held = doing(async () => {
    begun[atWork++]?.resolve();
    await ended.promise;
  });
  const working = [messageOf(busy), messageOf(busy)].map((one) => workOnContended(services(), one, held));
  await Promise.all(begun.slice(0, 2).map(({ promise }) => promise));

  const third = messageOf(busy);
  const brief = doing(async () => void atWork++);
  await workOnContended(services(), third, brief);
  expect(queue.map(({ message }) => message)).toEqual([{ ...third, ...waiting }]);
  const other = workOnContended(services(), messageOf(neighbour), held);
  await begun[2]!.promise;
  ended.resolve();
  await Promise.all([...working, other]);
  expect(atWork).toBe(3);

  await workOnContended(services(), third, brief);
  expect([atWork, queue.length]).toEqual([3 + 1, 1]);
});
