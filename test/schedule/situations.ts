import fc from 'fast-check';
import { priorities } from '../../shared/kernel/core/priority.ts';
import { planPerson } from '../../shared/planning/scheduling/plan/plan-person.ts';
import type { PlannedTask, PlanInput, Task } from '../../shared/planning/scheduling/plan/task.ts';
import { workingWindows } from '../../shared/planning/scheduling/plan/working-windows.ts';
import type { Situation } from './check-plan.ts';

export const minute = (at: string): number => Date.parse(at) / 60_000;
const HORIZON = 366 * 1_440;

/** Zones of both hemispheres, with half hours and quarters, one that changes by half an hour, and one without changes. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/St_Johns',
];

/** Moments shortly before clocks change somewhere, before a leap day, and before a year ends. */
const moments = [
  '2026-03-06',
  '2026-03-27',
  '2026-04-03',
  '2026-09-25',
  '2026-10-02',
  '2026-10-23',
  '2026-10-30',
  '2028-02-27',
  '2026-12-30',
  '2027-02-14',
  '2026-09-04',
].map((day) => minute(`${day}T08:20:00Z`));

export function inputOf({ now, timeZone, weekly, timeOff, busy, shares, tasks }: Situation): PlanInput {
  const { windows, off } = workingWindows({ timeZone, weekly }, timeOff, { start: now, end: now + HORIZON });
  return { now, windows, off, busy, shares: new Map(Object.entries(shares)), tasks };
}

export const planOf = (situation: Situation): PlannedTask[] => planPerson(inputOf(situation));

/** The same situation with a plan as the one before, at another time. */
export const after = (situation: Situation, plan: readonly PlannedTask[], now: number): Situation => ({
  ...situation,
  now,
  tasks: situation.tasks.map((task) => {
    const { blocks, notBefore } = plan.find(({ id }) => id === task.id)!;
    return {
      ...task,
      plannedAs: { priority: task.priority, notBefore },
      blocks: blocks.map(({ start, end }) => ({ start, end })),
    };
  }),
});

const clock = (halfHours: number) =>
  `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 ? '30' : '00'}`;

/** Up to two stretches of a day, also at night, when clocks change. */
const day = fc.uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 4, maxLength: 4 }).chain((edges) => {
  const [a, b, c, d] = edges.sort((one, other) => one - other) as [number, number, number, number];
  const both = [
    { start: clock(a), end: clock(b) },
    { start: clock(c), end: clock(d) },
  ];
  return fc.constantFrom([], both.slice(0, 1), both);
});

const weekly = fc.record({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
});

const taskOf = (id: string, now: number): fc.Arbitrary<Task> =>
  fc
    .record({
      priority: fc.constantFrom(...priorities),
      quarters: fc.integer({ min: 1, max: 40 }),
      focus: fc.option(fc.integer({ min: 1, max: 16 })),
      starts: fc.option(fc.integer({ min: -3, max: 20 }), { freq: 3 }),
      due: fc.option(fc.integer({ min: -2, max: 25 })),
      team: fc.constantFrom('A', 'B'),
      before: fc.array(fc.constantFrom('t0', 't1', 't2', 't3'), { maxLength: 1 }),
      elsewhere: fc.option(fc.option(fc.integer({ min: -1, max: 6 })), { freq: 8 }),
    })
    .map(({ priority, quarters, focus, starts, due, team, before, elsewhere }) => ({
      id,
      teamId: team,
      priority,
      plannedAs: { priority, notBefore: null },
      duration: quarters * 15,
      locked: false,
      blocks: [],
      focus: focus === null ? null : Math.min(focus, quarters) * 15,
      startsAt: starts === null ? null : now + starts * 1_440,
      dueAt: due === null ? null : now + due * 1_440,
      waitsFor: [
        ...before.filter((other) => other < id).map((other) => ({ id: other, endsAt: null })),
        ...(elsewhere === null
          ? []
          : [{ id: 'x', endsAt: elsewhere === null ? null : now + (elsewhere ?? 0) * 1_440 }]),
      ],
    }));

const busyIn = (now: number) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: -4, max: 200 }), fc.integer({ min: 1, max: 8 }))
      .map(([at, length]) => ({ start: now + at * 30, end: now + (at + length) * 30 })),
    { maxLength: 6 },
  );

export const situations: fc.Arbitrary<Situation> = fc.constantFrom(...moments).chain((now) =>
  fc.record({
    now: fc.constant(now),
    timeZone: fc.constantFrom(...zones),
    weekly,
    timeOff: fc.constantFrom([], [{ startDate: '2026-03-30', endDate: '2026-04-02' }]),
    busy: busyIn(now),
    shares: fc.constantFrom({}, {}, { A: 0.5 }, { A: 0.2, B: 0.6 }),
    tasks: fc
      .integer({ min: 1, max: 7 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => taskOf(`t${at}`, now)))),
  }),
);
