import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDays } from '../../shared/planning/counts/day-store.ts';
import { remainingAdded, remainingSizeAdded, type Day } from '../../shared/planning/counts/days.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getSprintWithTally } from '../../shared/planning/sprints/sprint-store.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/stories/story.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planner } from '../support/planning.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { type Changed, deliver } from '../support/projector.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
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
let expected: object[];

const now = new Date();

beforeAll(async () => {
  ({ service } = await workerService());
  database = databaseOf(service);
  proxy = await startProxy();
  proxy.target = service.dynamodbEndpoint;
  broken = createDatabase(service.tableName, {
    endpoint: proxy.endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const plan = planner(workspace, client);
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
  expected = await tallies();
});

afterAll(() => proxy.stop());

const daysOf = ({ id }: Sprint) => getDays(createReader(database), `P#${id}`);

/** What is counted of each sprint, and of its days. */
const tallies = () =>
  Promise.all(
    sprints.map(async (sprint) => {
      const [found, days] = await Promise.all([
        getSprintWithTally(createReader(database), sprint.id),
        daysOf(sprint),
      ]);
      return { ...found!.tally.counts, days: Object.fromEntries(days) };
    }),
  );

/** A shuffle that is the same each time. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, position) => ({ item, place: (position * 7919) % 101 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

test('there is something to count', () => {
  expect(expected).toEqual([expect.objectContaining({ total: 4 }), expect.objectContaining({ total: 3 })]);
});

test('the days add up to the counts', async () => {
  const sums = await Promise.all(
    sprints.map(async (sprint) => {
      const days = [...(await daysOf(sprint)).values()];
      const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
      return [sum(remainingAdded), sum(remainingSizeAdded)];
    }),
  );
  expect(sums).toEqual([
    [4, 400],
    [3, 300],
  ]);
});

describe('counts stay exact when records come', () => {
  test.each([
    ['twice', () => [...history, ...history]],
    ['again from the middle', () => history.slice(history.length / 2)],
    ['in another order', () => shuffled(history)],
    ['last first', () => history.toReversed()],
  ])('%s', async (_, records) => {
    expect(await deliver(database, records(), now)).toBeUndefined();
    expect(await tallies()).toEqual(expected);
  });

  test('to four dispatchers at once', async () => {
    const parts = [history, shuffled(history), history.toReversed(), history];
    const failed = await Promise.all(parts.map((records) => deliver(database, records, now)));
    for (const [position, change] of failed.entries()) {
      if (change) await deliver(database, parts[position]!, now);
    }
    expect(await tallies()).toEqual(expected);
  });
});

describe('a change is counted once when, at every call,', () => {
  test.each(breakages)('%s', async (breakage, fault, dies) => {
    proxy.reset();
    await deliver(broken, history, now);
    const calls = countBreakable(proxy.calls, fault);
    for (const number of sampledCalls(`counting, ${breakage}`, 1, calls)) {
      breakAt(proxy, number, fault, dies);
      const failed = await deliver(broken, history, now);
      proxy.reset();
      if (failed) expect(await deliver(broken, history, now)).toBeUndefined();
      expect(await tallies()).toEqual(expected);
    }
  });
});
