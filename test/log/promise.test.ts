import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { isUnavailable } from '../../shared/kernel/db/unavailable.ts';
import { formatState, parseState } from '../../shared/events/changes/changes-cursor.ts';
import { readFrom } from '../../shared/kernel/log/log-store.ts';
import { findPlaces, readLogs } from '../../shared/kernel/log/read-logs.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { ownTable } from '../support/own-table.ts';
import { seededRandom } from '../support/random.ts';
import { databaseOf, databaseThrough } from '../support/service.ts';
import { simulateChanges, writeShards } from './simulated-writers.ts';

/**
 * The promise of the changes feed: whoever reads on by cursors misses nothing and gets the changes of one thing in
 * order, whatever the writers go through and whenever the reader begins.
 */
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

/** What a reader does while the database is unavailable: it asks again. */
async function again<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

const SHARDS = 4;
const READERS = 3;

test('the promise of the feed holds for readers at every moment, while several shards write, crash and repeat', async () => {
  const { seed, whole } = inject('sampling');
  const faults = seededRandom(seed);
  proxy.reset();
  proxy.fault = () => {
    const drawn = faults();
    if (drawn > 0.04) return undefined;
    return drawn < 0.02 ? 'lose-answer' : 'refuse';
  };
  const teamIds = [randomUUID(), randomUUID(), randomUUID()];
  const simulation = {
    databases: Array<Database>(SHARDS).fill(broken),
    workspaceId: randomUUID(),
    teamIds,
    seed,
    changes: whole ? 100_000 : 1_000,
  };
  const { shards, versions } = simulateChanges(simulation);
  const committed = new Map<string, number>();
  let writing = true;
  const written = writeShards(simulation, shards, committed).then(() => void (writing = false));

  const follow = async (number: number): Promise<void> => {
    const random = seededRandom(seed + 100 + number);
    // The first is there from the beginning; the others take a snapshot when they begin.
    if (number > 0) await delay(random() * 300);
    const read = createReader(database);
    let cursor = formatState({
      at: 0,
      role: 'member',
      places: await again(() => findPlaces(read, teamIds, Date.now())),
    });
    const copy = new Map(number === 0 ? [] : committed);
    const seenVersions = new Map<string, number>();
    const repeated = new Set<string>();
    for (let ends = false; ;) {
      const done = !writing;
      const { places } = parseState(cursor);
      const limit = 1 + Math.floor(random() * 100);
      const page = await again(() => readLogs(createReader(database), places, { limit, now: new Date() }));
      expect(page.events.length).toBeLessThanOrEqual(limit);
      for (const { body } of page.events) {
        const { id: event, data } = JSON.parse(body) as { id: string; data: { id: string; version: number } };
        if (repeated.has(event)) continue;
        const { id, version } = data;
        const last = seenVersions.get(id);
        if (last !== undefined || number === 0) expect(version, id).toBe((last ?? 0) + 1);
        seenVersions.set(id, version);
        copy.set(id, Math.max(version, copy.get(id) ?? 0));
        repeated.add(event);
      }
      // It may crash before it has kept the next cursor, and reads the same again.
      if (random() < 0.9) cursor = formatState({ at: 0, role: 'member', places: page.places });
      if (ends && !page.more) break;
      ends = done && !page.more;
    }
    expect(copy).toEqual(versions);
  };
  await Promise.all([written, ...Array.from({ length: READERS }, (_, number) => follow(number))]);
});

test('a reader finds the place of a time also where replicas lag behind', async () => {
  const { seed } = inject('sampling');
  const random = seededRandom(seed);
  const teamId = randomUUID();
  const simulation = {
    databases: Array<Database>(1).fill(database),
    workspaceId: randomUUID(),
    teamIds: [teamId],
    seed,
    changes: 300,
  };
  const since = Date.now();
  await writeShards(simulation, simulateChanges(simulation).shards, new Map());
  const all = await readFrom(createReader(database), teamId, 0, { limit: 1_000, consistent: true });
  expect(all.length).toBeGreaterThan(8);

  proxy.reset();
  // Of the entries of this log, each read may miss the latest ones, sometimes nearly all.
  proxy.unseen = ({ sk }) => Number(sk.S) > all[Math.floor(random() * all.length)]!.number;
  for (let round = 0; round < 50; round++) {
    const places = await findPlaces(createReader(broken), [teamId], since);
    expect(places.get(teamId)!.number).toBe(all[0]!.number);
  }
});
