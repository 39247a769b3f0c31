import { describe, expect, test } from 'vitest';
import { correctedLevel } from '../../shared/planning/forecasts/calibration.ts';
import { forecastSprint } from '../../shared/planning/forecasts/forecast-sprint.ts';
import type { QueuedStory } from '../../shared/planning/forecasts/sprint-queue.ts';
import { paceOf } from '../../shared/planning/forecasts/pace.ts';
import { dayAt, probabilityBy } from '../../shared/planning/forecasts/percentiles.ts';
import { simulate } from '../../shared/planning/forecasts/simulate.ts';
import type { WorkPart, ParallelWork } from '../../shared/planning/forecasts/work-plan.ts';

/** Half a year of one story a day on five of seven days, the last of which is a Sunday. */
const weekdays = Array.from({ length: 182 }, (_, day) => (day % 7 < 5 ? 1 : 0));
const pace = paceOf(weekdays)!;

const workOf = (fields: Partial<ParallelWork>): ParallelWork => ({
  remaining: 5,
  share: 1,
  startsIn: 0,
  weeklyGrowth: 0,
  parts: [],
  ...fields,
});

const partOf = (id: string, fields: Partial<WorkPart> = {}): WorkPart => ({
  id,
  size: 1,
  startsIn: 0,
  needs: [],
  ...fields,
});

/** The only outcome of works whose team always does the same. */
function daysOf(works: Partial<ParallelWork>[], outside = 0, of = pace): number[] {
  const all = simulate({ pace: of, works: works.map(workOf), outside, trials: 200, seed: 1 });
  for (const days of all) expect(new Set(days).size).toBe(1);
  return all.map(([day]) => day!);
}

describe('a team that completes one story on each weekday', () => {
  test('is done on the weekday on which the last story is, counted from a Monday', () => {
    expect(daysOf([{ remaining: 1 }])).toEqual([1]);
    expect(daysOf([{ remaining: 5 }])).toEqual([5]);
    expect(daysOf([{ remaining: 6 }])).toEqual([8]);
    expect(daysOf([{ remaining: 12 }])).toEqual([16]);
  });

  test('splits its capacity by share, and gives what is free to the rest', () => {
    // Each gets half: the short one ends in the second week, and then the long one gets all.
    expect(daysOf([{ remaining: 5 }, { remaining: 10 }])).toEqual([12, 19]);
    expect(daysOf([{ remaining: 5, share: 3 }, { remaining: 5 }])).toEqual([9, 12]);
  });

  test('keeps back the capacity that goes to other things', () => {
    expect(daysOf([{ remaining: 5 }], 0.5)).toEqual([12]);
  });

  test('does nothing for work before its start date', () => {
    expect(daysOf([{ remaining: 1, startsIn: 9 }])).toEqual([10]);
    expect(daysOf([{ remaining: 1, startsIn: 12 }])).toEqual([15]);
    expect(daysOf([{ remaining: 5 }, { remaining: 5, startsIn: 28 }])).toEqual([5, 33]);
  });

  test('leaves work that waits for other work until that is done, and gives its capacity to the rest', () => {
    const waited = { remaining: 10, parts: [partOf('a', { size: 10 })] };
    const waiting = { remaining: 2, parts: [partOf('b', { size: 2, needs: ['a'] })] };
    expect(daysOf([waited, waiting])).toEqual([12, 16]);
    expect(daysOf([waiting, waited])).toEqual([16, 12]);
    // What others wait for comes first: with half of the capacity, on the second day.
    const begun = { remaining: 10, parts: [partOf('a')] };
    expect(daysOf([begun, { ...waiting, remaining: 3 }])).toEqual([17, 8]);
  });

  test('does at most one story a day of those that wait for each other', () => {
    const busy = paceOf(weekdays.map((done) => done * 4))!;
    const chain = [partOf('a'), partOf('b', { needs: ['a'] }), partOf('c', { needs: ['b'] })];
    expect(daysOf([{ remaining: 3, parts: chain }], 0, busy)).toEqual([3]);
    expect(daysOf([{ remaining: 3 }], 0, busy)).toEqual([1]);
  });

  test('begins a story no earlier than its start date', () => {
    expect(daysOf([{ remaining: 3, parts: [partOf('a', { startsIn: 9 })] }])).toEqual([10]);
    expect(daysOf([{ remaining: 3, startsIn: 14, parts: [partOf('a', { startsIn: 9 })] }])).toEqual([17]);
  });

  test('begins each story on its own day, whatever order they are listed in', () => {
    const days = [2, 9, 16];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const parts = order.map((at) => partOf(`${at}`, { startsIn: days[at]! }));
      const works = parts.map((part) => ({ remaining: 1, parts: [part] }));
      expect(daysOf(works)).toEqual(order.map((at) => days[at]! + 1));
    }
  });

  test('ends a story that it has begun before another one that may begin', () => {
    const parts = [partOf('a', { startsIn: 3 }), partOf('b', { size: 5 })];
    expect(daysOf([{ remaining: 6, parts }])).toEqual([8]);
  });

  test('does first what others wait for, of stories that may begin on the same day', () => {
    const parts = [partOf('awaited', { startsIn: 7 }), partOf('other', { startsIn: 7 })];
    const waiting = { remaining: 1, parts: [partOf('waiting', { needs: ['awaited'] })] };
    expect(daysOf([{ remaining: 2, parts }, waiting])).toEqual([10, 10]);
  });

  test('does not wait in a circle, nor for a story that is gone', () => {
    const circle = [partOf('a', { needs: ['b'] }), partOf('b', { needs: ['a', 'gone'] })];
    expect(daysOf([{ remaining: 3, parts: circle }])).toEqual([3]);
  });

  test('ends later when scope grows, and never when scope grows as fast as it works', () => {
    expect(daysOf([{ remaining: 10, weeklyGrowth: 2 }])).toEqual([18]);
    expect(daysOf([{ remaining: 10, weeklyGrowth: 5 }])).toEqual([Infinity]);
  });
});

describe('a history', () => {
  test('of fewer than ten days with completions is too little', () => {
    expect(paceOf([])).toBeUndefined();
    expect(paceOf(Array.from({ length: 9 }, () => 1))).toBeUndefined();
    expect(paceOf([...Array.from({ length: 9 }, () => 1), 0, 0, 1])).toBeDefined();
  });

  test('older than half a year does not count', () => {
    expect(paceOf([...weekdays, ...Array.from({ length: 182 }, () => 0)])).toBeUndefined();
  });

  test('of a team that slowed down makes a later forecast than one of a team that sped up', () => {
    const [slow, fast] = [4, 1].map((before) =>
      paceOf(weekdays.map((done, day) => done * (day < 120 ? before : 5 - before)))!,
    );
    const medianOf = (of: typeof pace) =>
      simulate({ pace: of, works: [workOf({ remaining: 40 })], outside: 0, seed: 1 })[0]![5_000]!;
    expect(medianOf(slow!)).toBeGreaterThan(2 * medianOf(fast!));
  });

  test('gives the same forecast each time', () => {
    const bursts = paceOf(weekdays.map((done, day) => done * (day % 11)))!;
    const once = () => simulate({ pace: bursts, works: [workOf({ remaining: 70 })], outside: 0, seed: 7 });
    expect(once()).toEqual(once());
  });
});

describe('percentiles', () => {
  const days = Float64Array.from({ length: 100 }, (_, day) => day + 1);

  test('are those of the trials while no forecast of the team has ended', () => {
    const level = correctedLevel({ held: 0, of: 0 });
    expect([0.5, 0.85, 0.95].map((share) => dayAt(days, share, level))).toEqual([50, 85, 95]);
    expect(probabilityBy(days, 85, level)).toBe(0.85);
    expect(probabilityBy(days, 0, level)).toBe(0);
    expect(probabilityBy(days, 1_000, level)).toBe(1);
  });

  test('move with how often past dates held, and probabilities with them', () => {
    const late = correctedLevel({ held: 10, of: 20 });
    const early = correctedLevel({ held: 20, of: 20 });
    expect(dayAt(days, 0.85, late)!).toBeGreaterThan(90);
    expect(dayAt(days, 0.85, early)!).toBeLessThan(85);
    expect(probabilityBy(days, dayAt(days, 0.85, late)!, late)).toBeCloseTo(0.85, 1);
    expect(probabilityBy(days, dayAt(days, 0.95, late)!, late)).toBeCloseTo(0.95, 1);
    // One outcome says little.
    expect(dayAt(days, 0.85, correctedLevel({ held: 0, of: 1 }))!).toBeLessThan(91);
  });

  test('beyond the horizon have no day', () => {
    expect(dayAt(Float64Array.of(1, Infinity), 0.85, 0.85)).toBeNull();
  });
});

describe('a sprint of a team that completes one point on each weekday', () => {
  const queueOf = (fields: Partial<QueuedStory>[]): QueuedStory[] =>
    fields.map((one, position) => ({
      id: 'abcd'[position]!,
      size: 2,
      startsIn: 0,
      needs: [],
      isBlocked: false,
      ...one,
    }));
  const forecast = (queue: readonly QueuedStory[], days = 7, of = pace) =>
    forecastSprint(of, { queue, days, daily: weekdays });
  const expected = (count: number) => ({ p15: count, p50: count, p85: count });

  test('gets through its queue in order, and names what it does not get to', () => {
    // Five days make five points: two stories and a half.
    const queue = queueOf([{}, {}, {}, {}]);
    expect(forecast(queue)).toEqual({ ...expected(2), unlikely: ['c', 'd'] });
    expect(forecast(queue, 0).unlikely).toEqual(['a', 'b', 'c', 'd']);
  });

  test('leaves out blocked stories, those that start after its end, and those that wait for either', () => {
    const late = queueOf([{ isBlocked: true }, { startsIn: 7 }, { needs: ['b'] }, {}]);
    expect(forecast(late)).toEqual({ ...expected(1), unlikely: ['a', 'b', 'c'] });
  });

  test('begins a story no earlier than its start date, and does the next ones meanwhile', () => {
    expect(forecast(queueOf([{ startsIn: 2 }, {}, {}]))).toEqual({ ...expected(2), unlikely: ['c'] });
    // Nothing else is left for three days.
    expect(forecast(queueOf([{ startsIn: 3 }, { startsIn: 3 }]))).toEqual({
      ...expected(1),
      unlikely: ['b'],
    });
  });

  test('does a story on a later day than those that it waits for', () => {
    const busy = paceOf(weekdays.map((done) => done * 10))!;
    const chain = queueOf([{ needs: ['b'] }, { needs: ['c'] }, {}]);
    expect(forecast(chain, 2, busy)).toEqual({ ...expected(2), unlikely: ['a'] });
    expect(forecast(chain, 3, busy)).toEqual({ ...expected(3), unlikely: [] });
  });
});

test('works without an end are simulated in fewer trials, and no work in fewer than 300', () => {
  const endless = workOf({ remaining: 500, weeklyGrowth: 100 });
  const trialsOf = (count: number) => {
    const works = Array.from({ length: count }, () => endless);
    return simulate({ pace, works, outside: 0, seed: 1 }).map(({ length }) => length);
  };
  expect(trialsOf(1)).toEqual([9_616]);
  expect(new Set(trialsOf(24))).toEqual(new Set([770]));
  expect(new Set(trialsOf(100))).toEqual(new Set([300]));
  // What ends within years has all of them.
  const ending = simulate({ pace, works: [workOf({ remaining: 200 })], outside: 0, seed: 1 });
  expect(ending[0]).toHaveLength(10_000);
});
