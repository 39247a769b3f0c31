import { beforeAll, expect, test } from 'vitest';
import { getCounts } from '../../shared/planning/counts/counts-store.ts';
import { getDays } from '../../shared/planning/counts/day-store.ts';
import { remainingAdded, remainingSizeAdded } from '../../shared/planning/counts/days.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { projections } from '../../shared/surface/workers/projections.ts';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import type { Checkpoint } from '../../shared/projections/rebuild/checkpoint-store.ts';
import { rebuild } from '../../shared/projections/rebuild/rebuild.ts';
import { recountTeam } from '../../shared/projections/story-counts/recount-team.ts';
import { sprintSortKey } from '../../shared/planning/sprints/sprint-store.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { newHistory, type History } from '../analysis/history.ts';

/** A rebuild of more than a step, over a table of its own that no stream follows. */
let history: History;
/** One with more stories than a page of ids has. */
let large: Sprint;

beforeAll(async () => {
  history = await newHistory();
  large = await history.sprint();
});

const storyCounts = projections.find(({ name }) => name === 'story-counts')!;
const read = () => createReader(history.database);
const countsOf = ({ id }: Sprint) => getCounts(read(), sprintSortKey(id));
const clock = () => history.now;

class Killed extends Error {
  override readonly name = 'Killed';
}

test('an interrupted rebuild is continued where it was, until everything is counted once', async () => {
  // More than a page of ids (1,000), and several steps.
  await history.fill(1_150, { sprintId: large.id });
  expect((await countsOf(large))?.backlog).toBeUndefined();

  const pageItems = 300;
  let last: Checkpoint | undefined;
  const killAfter = (steps: number) => (soFar: Checkpoint) => {
    last = soFar;
    if (--steps === 0) throw new Killed();
  };
  const interrupted = rebuild(history.database, storyCounts, clock, { pageItems, onStep: killAfter(2) });
  await expect(interrupted).rejects.toThrow(Killed);
  expect(last).toMatchObject({ read: 2 * pageItems, items: { sk: expect.any(String) } });

  const seen: number[] = [];
  const done = await rebuild(history.database, storyCounts, clock, {
    pageItems,
    onStep: ({ read: items }) => seen.push(items),
  });
  expect(seen[0]).toBe(3 * pageItems);
  // The story that the others were made like has no sprint, so it counts nowhere.
  expect(done).toMatchObject({ handled: 1_150, failed: [], corrected: 0 });
  expect(await countsOf(large)).toMatchObject({ backlog: 1_150, remainingSize: 115_000 });

  const again = await rebuild(history.database, storyCounts, clock, { pageItems });
  expect(again).toMatchObject({ handled: 0, corrected: 0 });
  expect(again.read).toBeGreaterThan(2 * 1_151);
});

test('a recount of more stories than a page finds what is wrong, and corrects it', async () => {
  // The stories of the test before, which are counted.
  const expected = { backlog: 1_150, started: 0 };
  await commit(history.database, [
    { update: { pk: sprintSortKey(large.id), sk: '#COUNTS' }, with: { add: { started: 3 } } },
  ]);
  const { team, database } = history;
  const { found, left } = await recountTeam(database, team, clock, { fix: true });
  expect(found.drift).toMatchObject([{ id: large.id, counter: 'started', is: 3, shouldBe: 0 }]);
  expect(left).toMatchObject({ drift: [], busy: [] });
  expect(await countsOf(large)).toMatchObject(expected);
});

test('days that were lost are restored from the dates of the stories, which the analysis says', async () => {
  const sprint = await history.sprint();
  history.on('2026-11-16T09:00');
  const first = await history.story({ sprintId: sprint.id, estimateValue: 3 });
  await history.story({ sprintId: sprint.id });
  await history.count();
  await history.during('2026-11-17T09:00', () => history.move(first, 'completed'));
  history.on('2026-11-18T09:00');
  const analysis = () =>
    history.run<{ historyComplete: boolean; burnDown: object[] }>(analyzeSprint, {
      path: { sprintId: sprint.id },
    });
  const before = await analysis();
  expect(before.historyComplete).toBe(true);
  for (const sk of (await getDays(read(), sprintSortKey(sprint.id))).keys()) {
    await commit(history.database, [{ delete: { pk: `${sprintSortKey(sprint.id)}#DAYS`, sk } }]);
  }

  const { found } = await recountTeam(history.database, history.team, clock, { fix: false });
  expect(found.drift).toMatchObject([
    { id: sprint.id, counter: 'burnDownStories', is: 0, shouldBe: 1 },
    { id: sprint.id, counter: 'burnDownSize', is: 0, shouldBe: 100 },
  ]);
  const done = await rebuild(history.database, storyCounts, clock);
  expect(done).toMatchObject({ corrected: 2, failed: [] });
  const days = [...(await getDays(read(), sprintSortKey(sprint.id))).values()];
  expect(days.reduce((sum, day) => sum + remainingAdded(day), 0)).toBe(1);
  expect(days.reduce((sum, day) => sum + remainingSizeAdded(day), 0)).toBe(100);
  expect(await analysis()).toMatchObject({ historyComplete: false, burnDown: before.burnDown });
});
