import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCounts } from '../../shared/planning/counts/counts-store.ts';
import { getDays } from '../../shared/planning/counts/day-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { deleteSprint } from '../../shared/planning/sprints/delete-sprint.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { newHistory, type History } from '../analysis/history.ts';
import { breakAt, breakages } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sampledCalls } from '../support/sampling.ts';
import { type Changed, deliver } from '../support/projector.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** What a stream does to the days of sprints, whose every step is counted by a dispatcher that breaks. */
let history: History;
let proxy: DynamoDbProxy;
let broken: Database;

beforeAll(async () => {
  history = await newHistory();
  proxy = await startProxy();
  broken = history.through(proxy);
});
afterAll(() => proxy.stop());

const daysOf = async ({ id }: Sprint) =>
  Object.fromEntries(await getDays(createReader(history.database), `P#${id}`));

/** Four days of two stories, each counted by itself; returns all records. */
async function plan(first: Sprint, second: Sprint, count: () => Promise<readonly Changed[]>) {
  const records: Changed[] = [];
  const counted = async () => records.push(...(await count()));
  history.on('2026-11-16T09:00');
  let sized = await history.story({ sprintId: first.id, estimateValue: 3 });
  let bare = await history.story({ sprintId: first.id });
  await counted();
  history.on('2026-11-17T23:59');
  sized = await history.change(sized, { estimateValue: 5 });
  bare = await history.move(bare, 'completed');
  await counted();
  history.on('2026-11-18T00:00');
  await history.change(sized, { sprintId: second.id });
  bare = await history.move(bare, 'started');
  await counted();
  history.on('2026-11-19T12:00');
  await history.delete(bare);
  await counted();
  return records;
}

/** What happened, by hand: sizes are hundredths of points, a story without an estimate is one. */
const expected = [
  {
    '2026-11-16': { added: 2, addedSize: 400 },
    '2026-11-17': { resized: 200, completed: 1, completedSize: 100 },
    '2026-11-18': { removed: 1, removedSize: 500, reopened: 1, reopenedSize: 100 },
    '2026-11-19': { removed: 1, removedSize: 100 },
  },
  { '2026-11-18': { added: 1, addedSize: 500 } },
];

const newSprints = async (): Promise<[Sprint, Sprint]> => {
  history.on('2026-11-15T09:00');
  return [await history.sprint(), await history.sprint()];
};

test('each step is counted on its day', async () => {
  const sprints = await newSprints();
  await plan(...sprints, () => history.count());
  expect(await Promise.all(sprints.map(daysOf))).toEqual(expected);
});

test('records that come again, late, backwards and to four dispatchers at once change no day', async () => {
  const sprints = await newSprints();
  const records = await plan(...sprints, () => history.count());
  const later = new Date('2026-12-24T00:00:00.000Z');
  for (const again of [records, records.slice(3), records.toReversed(), [...records, ...records]]) {
    expect(await deliver(history.database, again, later)).toBeUndefined();
  }
  const parts = [records, records.toReversed(), records, records.slice(2)];
  for (const failed of await Promise.all(parts.map((part) => deliver(history.database, part, later)))) {
    if (failed) expect(await deliver(history.database, records, later)).toBeUndefined();
  }
  expect(await Promise.all(sprints.map(daysOf))).toEqual(expected);
});

test('a story that is counted once at the end is one step, on the day of its last change', async () => {
  const [sprint] = await newSprints();
  history.on('2026-11-16T09:00');
  const story = await history.story({ sprintId: sprint.id, estimateValue: 2 });
  history.on('2026-11-17T09:00');
  const done = await history.move(story, 'completed');
  history.on('2026-11-19T09:00');
  await history.change(done, { title: 'Another title' });
  await history.count();
  // It was seen once only, as it is now.
  expect(await daysOf(sprint)).toEqual({
    '2026-11-19': { added: 1, addedSize: 200, completed: 1, completedSize: 200 },
  });
  expect(await getCounts(createReader(history.database), `P#${sprint.id}`)).toMatchObject({ completed: 1 });
});

test('stories completed while the projection is down are counted on the day of their completion', async () => {
  const [sprint] = await newSprints();
  history.on('2026-11-16T09:00');
  const story = await history.story({ sprintId: sprint.id, estimateValue: 2 });
  await history.count();
  history.on('2026-11-17T09:00');
  const done = await history.move(story, 'completed');
  history.on('2026-11-19T09:00');
  await history.change(done, { estimateValue: 3 });
  await history.count();
  expect(await daysOf(sprint)).toEqual({
    '2026-11-16': { added: 1, addedSize: 200 },
    '2026-11-17': { completed: 1, completedSize: 300, resized: 100 },
  });
});

test('a deleted sprint takes its days along', async () => {
  const sprints = await newSprints();
  const records = await plan(...sprints, () => history.count());
  const [{ id }] = sprints;
  await history.run(deleteSprint, { path: { sprintId: id } });
  const deleted: Changed = {
    key: { pk: `P#${id}`, sk: '-' },
    sequenceNumber: '0',
    deleted: { pk: `P#${id}`, sk: '-' },
  };
  expect(await deliver(history.database, [deleted, ...records], history.now)).toBeUndefined();
  expect(await Promise.all(sprints.map(daysOf))).toEqual([{}, expected[1]]);
});

describe('a step is counted once when, at every call,', () => {
  test.each(breakages)('%s', async (breakage, fault, dies) => {
    // Each step reads stories, owners and counters, and writes once.
    for (const number of sampledCalls(`days, ${breakage}`, 1, 5)) {
      const sprints = await newSprints();
      await plan(...sprints, async () => {
        breakAt(proxy, number, fault, dies);
        const records = await history.count(broken);
        proxy.reset();
        await history.count();
        return records;
      });
      expect(await Promise.all(sprints.map(daysOf))).toEqual(expected);
    }
  });
});
