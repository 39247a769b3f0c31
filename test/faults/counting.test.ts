import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDays } from '../../shared/planning/counts/day-store.ts';
import { remainingAdded, remainingSizeAdded, type Day } from '../../shared/planning/counts/days.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getSprintWithTally } from '../../shared/planning/sprints/sprint-store.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi } from '../support/planning.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { type Changed, deliver } from '../support/projector.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { shuffled } from '../support/random.ts';
import { sampledCalls } from '../support/sampling.ts';

/**
 * The counting of stories under everything that a stream does: records that come twice, late, in another
 * order or again from the start, and a dispatcher that dies at any call. The service's own dispatcher has
 * handled each change before; these come on top.
 */
let service: WorkerService;
let proxy: DynamoDbProxy;
let database: Database;
let broken: Database;
let sprints: Sprint[];
let stories: StoryApi;
let history: Changed[];
/** What the days hold before records come again. */
let daysBefore: Record<string, Day>[];

const now = new Date();

beforeAll(async () => {
  ({ service } = await workerService());
  database = databaseOf(service);
  proxy = await startProxy();
  proxy.target = service.dynamodbEndpoint;
  broken = createDatabase(service.tableName, {
    endpoint: proxy.endpoint,
    region: 'local',
    credentials: service.credentials,
  });
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const plan = planningApi(workspace, client);
  stories = storyApi(workspace, client);
  sprints = [await plan.sprint(team), await plan.sprint(team)];
  const started = await statusOf(workspace, client, team, 'started');

  history = [];
  const note = (story: Story): Story => {
    const key = { pk: `S#${story.id}`, sk: '-' };
    history.push({ key, sequenceNumber: String(history.length + 1) });
    return story;
  };
  for (let n = 0; n < 12; n++) {
    const made = note(await stories.create({ teamId: team.id, sprintId: sprints[n % 2]!.id }));
    const moved = note(await stories.change(made, { sprintId: sprints[(n + 1) % 2]!.id }));
    const changed = n % 3 === 0 ? note(await stories.change(moved, { statusId: started })) : moved;
    if (n % 4 === 0) await stories.archive(changed.id).then(() => note(changed));
    if (n % 6 === 5) await stories.delete(changed.id).then(() => note(changed));
  }
  await service.streamsIdle();
  daysBefore = await days();
});

afterAll(() => proxy.stop());

/**
 * Counted by hand: stories 1, 3, 7 and 9 end in the first sprint, 2, 6 and 10 in the second; 3, 6 and 9 are started. The
 * others are archived (0, 4, 8) or deleted (5, 11).
 */
const expectedCounts = [
  { total: 4, backlog: 2, unstarted: 0, started: 2, completed: 0, cancelled: 0 },
  { total: 3, backlog: 2, unstarted: 0, started: 1, completed: 0, cancelled: 0 },
];

const counts = () =>
  Promise.all(
    sprints.map(async ({ id }) => (await getSprintWithTally(createReader(database), id))!.tally.counts),
  );

/** How many steps a day has depends on how many changes the service's dispatcher saw at once; what they add up to does not. */
const days = () =>
  Promise.all(
    sprints.map(async ({ id }) => Object.fromEntries(await getDays(createReader(database), `P#${id}`))),
  );

async function expectCountedOnce(): Promise<void> {
  expect(await counts()).toEqual(expectedCounts);
  expect(await days()).toEqual(daysBefore);
}

test('the service counts each story once', async () => {
  expect(await counts()).toEqual(expectedCounts);
});

test('the days add up to the counts', () => {
  const sums = daysBefore.map((byDate) => {
    const sum = (of: (day: Day) => number) =>
      Object.values(byDate).reduce((total, day) => total + of(day), 0);
    return [sum(remainingAdded), sum(remainingSizeAdded)];
  });
  expect(sums).toEqual([
    [4, 400],
    [3, 300],
  ]);
});

describe('counts stay exact when records come', () => {
  test.each([
    ['twice', () => [...history, ...history]],
    ['again from the middle', () => history.slice(history.length / 2)],
    ['in another order', () => shuffled(history, 7919)],
    ['last first', () => history.toReversed()],
  ])('%s', async (_, records) => {
    expect(await deliver(database, records(), now)).toBeUndefined();
    await expectCountedOnce();
  });

  test('to four dispatchers at once', async () => {
    const parts = [history, shuffled(history, 7919), history.toReversed(), history];
    const failed = await Promise.all(parts.map((records) => deliver(database, records, now)));
    for (const [position, change] of failed.entries()) {
      if (change) await deliver(database, parts[position]!, now);
    }
    await expectCountedOnce();
  });
});

describe('a change is counted once when, at every call,', () => {
  test.each(breakages)('%s', async (breakage, fault, dies) => {
    proxy.reset();
    await deliver(broken, history, now);
    const calls = countBreakable(proxy.calls, fault);
    expect(calls).toBeGreaterThan(0);
    for (const number of sampledCalls(`counting, ${breakage}`, 1, calls)) {
      breakAt(proxy, number, fault, dies);
      const failed = await deliver(broken, history, now);
      proxy.reset();
      if (failed) expect(await deliver(broken, history, now)).toBeUndefined();
      await expectCountedOnce();
    }
  });
});
