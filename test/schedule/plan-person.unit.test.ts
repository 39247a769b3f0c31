import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenRules, type Situation } from './check-plan.ts';
import { after, inputOf, minute, planOf, situations } from './situations.ts';
import { planPerson } from '../../shared/planning/scheduling/plan/plan-person.ts';
import type { TimeSpan } from '../../shared/planning/scheduling/working-time/time-span.ts';
import { weights, type PlannedTask, type Task } from '../../shared/planning/scheduling/plan/task.ts';

const { PLOTLINE_TEST_SEED: wanted, PLOTLINE_TEST_WHOLE: whole } = process.env;
/** The same situations each time; in a whole run, more and others, unless a seed is asked for. */
const RUNS =
  whole === '1' && wanted === undefined
    ? { numRuns: 500 }
    : { numRuns: whole === '1' ? 500 : 60, seed: Number(wanted ?? 7) };

test('a plan breaks no rule: hours in any zone, days off, busy times, shares, focus, start dates, relations', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      expect(brokenRules(situation, planOf(situation))).toEqual([]);
    }),
    RUNS,
  );
});

test('a plan breaks no rule when it is made again later, with locked stories and other hours, after a move to another zone', () => {
  const moves = fc.record({
    later: fc.integer({ min: 0, max: 400 }),
    timeZone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'),
    locked: fc.nat({ max: 6 }),
    hours: fc.boolean(),
  });
  fc.assert(
    fc.property(situations, situations, moves, (one, other, { later, timeZone, locked, hours }) => {
      const moved = after(one, planOf(one), one.now + later * 15);
      const next: Situation = {
        ...moved,
        timeZone,
        ...(hours ? { weekly: other.weekly } : {}),
        tasks: moved.tasks.map((task, at) => ({ ...task, locked: at === locked && task.blocks.length > 0 })),
      };
      expect(brokenRules(next, planOf(next))).toEqual([]);
    }),
    RUNS,
  );
});

test('the same input makes the same bytes, in whatever order stories come', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const input = inputOf(situation);
      const turned = { ...input, tasks: input.tasks.toReversed() };
      expect(JSON.stringify(planPerson(turned))).toBe(JSON.stringify(planPerson(input)));
    }),
    RUNS,
  );
});

/** The weighted minutes of lateness, with a day for each story that does not fit. */
const costOf = ({ tasks }: Situation, plan: readonly PlannedTask[]): number =>
  tasks.reduce((sum, { id, priority }) => {
    const { status, slack } = plan.find((one) => one.id === id)!;
    const late = status === 'cannot_fit' ? 1_000_000 : Math.max(0, -(slack ?? 0));
    return sum + weights[priority] * late;
  }, 0);

test('a plan stays the same while its input does, at once or later, unless a change makes fewer stories late', () => {
  let still = 0;
  fc.assert(
    fc.property(situations, fc.nat({ max: 100 }), (situation, later) => {
      const first = planOf(situation);
      const next = after(situation, first, situation.now + later * 30);
      const again = planOf(next);
      const spansOf = (plan: typeof first) =>
        plan.map(({ id, blocks }) => [id, blocks.map(({ start, end }) => [start, end])]);
      const [cost, costAgain] = [costOf(situation, first), costOf(next, again)];
      if (costAgain < cost) return;
      still++;
      expect(spansOf(again)).toEqual(spansOf(first));
    }),
    RUNS,
  );
  expect(still).toBeGreaterThan(RUNS.numRuns * 0.6);
});

describe('a new story in the plan of a person who works from nine to one', () => {
  const HOUR = 60;
  const MONDAY = minute('2026-11-23T00:00:00Z');
  const [MON, TUE, WED, THU, FRI] = [0, 1, 2, 3, 4].map((days) => MONDAY + days * 24 * HOUR) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const hours = (day: number, from: number, to: number) => ({
    start: day + from * HOUR,
    end: day + to * HOUR,
  });
  const morning = [{ start: '09:00', end: '13:00' }];
  const week = { monday: morning, tuesday: morning, wednesday: morning, thursday: morning, friday: morning };

  /** A story that is due when a day begins, and where the plan before has it. */
  const storyOf = (id: string, length: number, dueAt: number, ...blocks: TimeSpan[]): Task => ({
    id,
    dueAt,
    blocks,
    duration: length * HOUR,
    focus: HOUR,
    teamId: 'A',
    priority: 'medium',
    plannedAs: { priority: 'medium', notBefore: null },
    startsAt: null,
    locked: false,
    waitsFor: [],
  });
  const spansOf = (tasks: Task[]) => {
    const weekly = { ...week, saturday: [], sunday: [] };
    const person = { timeZone: 'UTC', weekly, timeOff: [], busy: [], shares: {} };
    const plan = planOf({ ...person, now: MON + 9 * HOUR, tasks });
    return plan.map(({ blocks }) => blocks.map(({ start, end }) => ({ start, end })));
  };

  test('moves others where they can all be done in time', () => {
    const plan = spansOf([
      storyOf('a', 5, THU, hours(TUE, 10, 13), hours(WED, 9, 11)),
      storyOf('b', 5, WED, hours(MON, 9, 13), hours(TUE, 9, 10)),
      storyOf('new', 2, WED),
    ]);
    expect(plan).toEqual([
      [hours(TUE, 12, 13), hours(WED, 9, 13)],
      [hours(MON, 9, 13), hours(TUE, 9, 10)],
      [hours(TUE, 10, 12)],
    ]);
  });

  test('moves none where it would be late by nearly as much with all of them moved', () => {
    const kept = [
      storyOf('a', 2, TUE, hours(MON, 9, 11)),
      storyOf('b', 1, FRI, hours(TUE, 9, 10)),
      { ...storyOf('c', 2, WED, hours(MON, 11, 13)), priority: 'urgent' as const },
    ];
    const plan = spansOf([...kept, storyOf('new', 6, TUE)]);
    expect(plan).toEqual([...kept.map(({ blocks }) => blocks), [hours(TUE, 10, 13), hours(WED, 9, 12)]]);
  });
});

test('late stories come first, each in its turn, and stories that are not in their way stay', () => {
  const now = minute('2026-11-23T09:00:00Z');
  const block = (hour: number) => [{ start: now + hour * 60, end: now + (hour + 1) * 60 }];
  const situation = situationOf(now);
  const [base] = situation.tasks as [Task];
  const tasks = [0, 1, 2, 3, 6].map((hour) => ({
    ...base,
    id: `at${hour}`,
    duration: 60,
    blocks: block(hour),
  }));
  const late = tasks.map((task) =>
    ['at2', 'at3'].includes(task.id) ? { ...task, dueAt: now + (task.id === 'at2' ? 0 : 60) } : task,
  );
  const plan = planOf({ ...situation, tasks: late });
  expect(plan.map(({ blocks }) => (blocks[0]!.start - now) / 60)).toEqual([2, 3, 0, 1, 6]);
});

test('a story that has become urgent is planned before those of lower priorities that it came after', () => {
  const now = minute('2026-11-23T08:00:00Z');
  const base = situationOf(now);
  const first = planOf(base);
  const again = after(base, first, now);
  const urgent = again.tasks.map((task) =>
    task.id === 'c' ? { ...task, priority: 'urgent' as const } : task,
  );
  const plan = planOf({ ...again, tasks: urgent });
  const startOf = (id: string) => plan.find((one) => one.id === id)!.blocks[0]!.start;
  expect(startOf('c')).toBeLessThan(startOf('a'));
  // And stays there.
  const next = after({ ...again, tasks: urgent }, plan, now);
  expect(planOf(next).map(({ blocks }) => blocks.map(({ start }) => start))).toEqual(
    plan.map(({ blocks }) => blocks.map(({ start }) => start)),
  );
});

/** Three stories of no priority and without due dates, one after another. */
function situationOf(now: number): Situation {
  const day = [{ start: '09:00', end: '17:00' }];
  const tasks = ['a', 'b', 'c'].map((id): Task => ({
    id,
    teamId: 'A',
    priority: 'none',
    duration: 240,
    focus: null,
    startsAt: null,
    dueAt: null,
    plannedAs: { priority: 'none', notBefore: null },
    locked: false,
    waitsFor: [],
    blocks: [],
  }));
  return {
    now,
    timeZone: 'UTC',
    timeOff: [],
    busy: [],
    shares: {},
    tasks,
    weekly: {
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: [],
      sunday: [],
    },
  };
}
