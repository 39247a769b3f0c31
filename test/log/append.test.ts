import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { createLogWriter } from '../../shared/kernel/log/append.ts';
import { eventId } from '../../shared/kernel/log/event.ts';
import { getBodies, getStart, readFrom, type LogEntry } from '../../shared/kernel/log/log-store.ts';
import { retentionMs } from '../../shared/kernel/log/retention.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { ownTable } from '../support/own-table.ts';
import { seededRandom } from '../support/random.ts';
import { databaseOf, databaseThrough } from '../support/service.ts';
import { simulateChanges, writeShards } from './simulated-writers.ts';

let database: Database;
let broken: Database;
let proxy: DynamoDbProxy;

beforeAll(async () => {
  const address = await ownTable();
  proxy = await startProxy();
  database = databaseOf(address);
  broken = databaseThrough(proxy, address);
});
afterAll(() => proxy.stop());

const DAY_MS = 24 * 60 * 60 * 1000;

/** Events of a log with texts of some size, and a writer at a time. */
function newLog(start = Date.now()) {
  const log = randomUUID();
  let now = start;
  const tools = { now: () => new Date(now), retention: retentionMs(undefined) };
  return {
    log,
    advance: (ms: number) => void (now += ms),
    event(size = 100) {
      const id = eventId(randomUUID(), 'created', new Date(now));
      return { id, body: JSON.stringify({ id, text: 'x'.repeat(size) }) };
    },
    append: (events: { id: string; body: string }[], writer = createLogWriter(), by = database) =>
      writer({ database: by, ...tools }, log, events),
    read: () => readAll(log),
  };
}

async function readAll(log: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const next = (entries.at(-1)?.number ?? -1) + 1;
    const more = await readFrom(createReader(database), log, next, { limit: 100, consistent: true });
    if (more.length === 0) return entries;
    entries.push(...more);
  }
}

const bodiesIn = (entries: readonly LogEntry[]) => entries.flatMap((entry) => entry.bodies());

test('the log keeps the exact bytes of events, many in one entry, and finds each by its position', async () => {
  const one = newLog();
  const events = [one.event(), { ...one.event(), body: '{"text":"ä \\n 😀"}' }, one.event(3_000)];
  const positions = await one.append(events);
  const entries = await one.read();
  expect(entries).toHaveLength(1);
  expect(bodiesIn(entries)).toEqual(events.map(({ body }) => body));
  for (const { id, body } of events) {
    expect(await getBodies(createReader(database), [positions.get(id)!])).toEqual([body]);
  }
});

test('the log numbers entries without a gap, and events that are too many for one begin another', async () => {
  const one = newLog();
  const events = Array.from({ length: 120 }, () => one.event(2_000));
  await one.append(events);
  const entries = await one.read();
  expect(entries.length).toBeGreaterThan(2);
  const numbers = entries.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, n) => numbers[0]! + n));
  expect(bodiesIn(entries)).toEqual(events.map(({ body }) => body));
});

test('an event that is appended again, also by another sandbox, is in the log once', async () => {
  const one = newLog();
  const [first, second] = [one.event(), one.event()];
  const writer = createLogWriter();
  await one.append([first], writer);
  const again = await one.append([first, first, second], writer);
  expect(await one.append([second, first])).toEqual(again);
  expect(bodiesIn(await one.read())).toEqual([first.body, second.body]);
});

test('an event costs one write unit for each KB, compressed, and no read where no one else writes', async () => {
  const one = newLog();
  const writer = createLogWriter();
  await one.append([one.event()], writer, broken);
  const story = one.event(1_200);
  proxy.reset();
  await one.append([story], writer, broken);
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['PutItem']);
  expect(proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBe(1);
});

test('a log whose entries have all expired goes on above them, though the table forgot the last ones first', async () => {
  const one = newLog();
  await one.append([one.event()]);
  const [before] = await one.read();
  one.advance(31 * DAY_MS);
  const later = one.event();
  await one.append([later]);
  const start = await getStart(createReader(database), one.log);
  expect(start!.number).toBeGreaterThan(before!.number);
  expect((await one.read()).at(-1)).toMatchObject({ number: start!.number, ids: [later.id] });
});

test('writers that are late, crash and repeat leave each change once, those of one thing in order', async () => {
  const { seed, whole } = inject('sampling');
  const random = seededRandom(seed);
  proxy.reset();
  proxy.fault = () => {
    const drawn = random();
    if (drawn > 0.06) return undefined;
    return drawn < 0.02 ? 'lose-answer' : drawn < 0.04 ? 'refuse' : 'throttle';
  };
  const teamIds = [randomUUID(), randomUUID(), randomUUID()];
  const simulation = {
    databases: [broken, broken, broken, broken],
    workspaceId: randomUUID(),
    teamIds,
    seed,
    changes: whole ? 100_000 : 1_500,
  };
  const { shards, versions } = simulateChanges(simulation);
  await writeShards(simulation, shards);
  proxy.reset();
  const stored = (await Promise.all(teamIds.map(readAll))).map((entries) =>
    bodiesIn(entries).map((body) => (JSON.parse(body) as { data: { id: string; version: number } }).data),
  );
  const seen = new Map<string, number>();
  for (const { id, version } of stored.flat()) {
    expect(version, id).toBe((seen.get(id) ?? 0) + 1);
    seen.set(id, version);
  }
  expect(seen).toEqual(versions);
});
