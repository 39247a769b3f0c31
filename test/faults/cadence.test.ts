import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { runCadence } from '../../shared/planning/cadences/run-cadence.ts';
import { getSprintReport } from '../../shared/planning/analysis/get-sprint-report.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newHistory } from '../analysis/history.ts';
import { cadenceApi } from '../cadence/cadence-api.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';

/**
 * Sprints made, started and closed exactly once, whatever is broken: each call of the turn that closes one and starts
 * the next, workers side by side, and clocks that go back.
 */
let proxy: DynamoDbProxy;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());

/** A team whose first sprint is over, with a finished and two unfinished stories in it. */
async function atTheEndOfASprint() {
  const history = await newHistory();
  const cadence = cadenceApi(history);
  history.on('2026-11-18T09:00');
  await cadence.begin({ timeZone: 'UTC', upcoming: 1 });
  await cadence.next();
  const [first] = (await cadence.sprints()) as [Sprint];
  const stories: Story[] = [];
  for (let n = 0; n < 3; n++) stories.push(await history.story({ sprintId: first.id }));
  await history.move(stories[0]!, 'completed');
  await history.count();
  history.on((await cadence.dueAt())!.slice(0, 16));
  const turn = (database: Database, now = history.now) => runCadence({ database, now }, history.team.id);

  async function verify(): Promise<void> {
    const sprints = await cadence.sprints();
    const [one, two, three] = sprints as [Sprint, Sprint, Sprint];
    expect(sprints.map(({ name, startDate }) => [name, startDate.slice(0, 10)])).toEqual([
      ['Sprint 1', '2026-11-23'],
      ['Sprint 2', '2026-12-07'],
      ['Sprint 3', '2026-12-21'],
    ]);
    expect([one.closedAt, two.startedAt, two.closedAt, three.startedAt]).toEqual([
      '2026-12-07T00:00:00.000Z',
      '2026-12-07T00:00:00.000Z',
      null,
      null,
    ]);
    const where = await Promise.all(
      stories.map(async ({ id }) => (await history.run<Story>(getStory, { path: { storyId: id } })).sprintId),
    );
    expect(where).toEqual([one.id, two.id, two.id]);
    expect(await history.run<any>(getSprintReport, { path: { sprintId: one.id } })).toMatchObject({
      closedAt: '2026-12-07T00:00:00.000Z',
      rolledOverTo: two.id,
      committed: { stories: 3 },
      finished: { stories: 1 },
      rolledOver: { stories: 2 },
    });
  }
  return { history, cadence, turn, verify };
}

describe('a turn is carried out once', () => {
  test.each(sampled('cadence', 2, breakages))('when %s', async (breakage, fault, dies) => {
    const whole = await atTheEndOfASprint();
    proxy.reset();
    await whole.turn(whole.history.through(proxy));
    const calls = countBreakable(proxy.calls, fault);
    expect(calls).toBeGreaterThan(0);
    await whole.verify();
    for (const call of sampledCalls(`cadence, ${breakage}`, 1, calls)) {
      const { history, turn, verify } = await atTheEndOfASprint();
      breakAt(proxy, call, fault, dies);
      await turn(history.through(proxy)).catch(() => undefined);
      proxy.reset();
      await turn(history.database);
      await verify();
    }
  });
});

test('a turn is carried out once by many concurrent workers, and by one whose clock is behind', async () => {
  const { history, turn, verify } = await atTheEndOfASprint();
  const workers = Array.from({ length: 5 }, () => turn(history.database).catch(() => undefined));
  await Promise.all(workers);
  await turn(history.database);
  await turn(history.database, new Date('2026-11-20T00:00:00.000Z'));
  await turn(history.database);
  await verify();
});
