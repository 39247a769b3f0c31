import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { priorities } from '../../shared/kernel/core/priority.ts';
import { weights, type Task } from '../../shared/planning/scheduling/plan/task.ts';
import { brokenRules, type Situation } from './check-plan.ts';
import { minute, planOf } from './situations.ts';

/** Its types describe a CommonJS module. */
const highsLoader = createRequire(import.meta.url)('highs') as typeof import('highs').default;

const DAY = 1_440;
/** A Monday. */
const MONDAY = minute('2026-11-23T00:00:00Z');
const NOW = MONDAY + 9 * 60;
const HOURS_PER_DAY = 4;
const DAYS = 4;
const office = [{ start: '09:00', end: '13:00' }];

/** The hours that can be worked, each by the minute in which it begins. */
const slots = Array.from({ length: HOURS_PER_DAY * DAYS }, (_, slot) => {
  const [day, hour] = [Math.floor(slot / HOURS_PER_DAY), slot % HOURS_PER_DAY];
  return { day, start: MONDAY + day * DAY + (9 + hour) * 60 };
});

/** Small numbers from a seed, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % below;
  };
}

/** Four stories of a few hours that are due within the week: more than can be done in time. */
function smallSituation(seed: number): Situation {
  const draw = numbersFrom(seed * 7_919 + 17);
  const tasks = Array.from({ length: 4 }, (_, at): Task => {
    const hours = 1 + draw(4);
    const priority = priorities[draw(5)]!;
    return {
      id: `t${at}`,
      teamId: 'A',
      priority,
      plannedAs: { priority, notBefore: null },
      duration: hours * 60,
      focus: Math.min(hours, 1 + draw(2)) * 60,
      startsAt: draw(4) === 0 ? MONDAY + (1 + draw(2)) * DAY : null,
      dueAt: MONDAY + (1 + draw(3)) * DAY,
      locked: false,
      waitsFor: at > 0 && draw(4) === 0 ? [{ id: `t${draw(at)}`, endsAt: null }] : [],
      blocks: [],
    };
  });
  const week = { monday: office, tuesday: office, wednesday: office, thursday: office, friday: office };
  return {
    now: NOW,
    timeZone: 'UTC',
    timeOff: [],
    busy: [],
    shares: {},
    tasks,
    weekly: { ...week, saturday: [], sunday: [] },
  };
}

/** The least weighted lateness that any plan has, in minutes, as a mixed-integer program in CPLEX's LP format. */
function program({ tasks }: Situation): string {
  const x = (task: number, slot: number) => `x${task}_${slot}`;
  const rows: string[] = [];
  const all = [...slots.keys()];
  for (const slot of all) rows.push(`${tasks.map((_, at) => x(at, slot)).join(' + ')} <= 1`);
  tasks.forEach(({ duration, focus, startsAt, dueAt, waitsFor }, at) => {
    rows.push(`${all.map((slot) => x(at, slot)).join(' + ')} = ${duration / 60}`);
    for (const slot of all) {
      const { start, day } = slots[slot]!;
      if (startsAt !== null && start < startsAt) rows.push(`${x(at, slot)} = 0`);
      const late = start + 60 - dueAt!;
      if (late > 0) rows.push(`l${at} - ${late} ${x(at, slot)} >= 0`);
      if (focus === 120) {
        const beside = [slot - 1, slot + 1].filter((other) => slots[other]?.day === day);
        rows.push(`${x(at, slot)} - ${beside.map((other) => x(at, other)).join(' - ')} <= 0`);
      }
      for (const { id } of waitsFor) {
        const before = tasks.findIndex((task) => task.id === id);
        const later = all.filter((other) => other >= slot).map((other) => x(before, other));
        const most = tasks[before]!.duration / 60;
        rows.push(`${later.join(' + ')} + ${most} ${x(at, slot)} <= ${most}`);
      }
    }
  });
  const costs = tasks.map(({ priority }, at) => `${weights[priority]} l${at}`);
  const binaries = tasks.flatMap((_, at) => all.map((slot) => x(at, slot)));
  const body = rows.map((row, at) => ` r${at}: ${row}`).join('\n');
  return `Minimize\n obj: ${costs.join(' + ')}\nSubject To\n${body}\nBinary\n ${binaries.join(' ')}\nEnd`;
}

const latenessOf = (situation: Situation): number => {
  const plan = planOf(situation);
  expect(brokenRules(situation, plan)).toEqual([]);
  return situation.tasks.reduce((sum, { id, priority }) => {
    const { slack, status } = plan.find((one) => one.id === id)!;
    expect(status).not.toBe('cannot_fit');
    return sum + weights[priority] * Math.max(0, -slack!);
  }, 0);
};

const CASES = 20;

test('weighted lateness is within 10 % of the optimum on average, and never below it', async () => {
  const highs = await highsLoader();
  let [ours, optimal] = [0, 0];
  for (let seed = 0; seed < CASES; seed++) {
    const situation = smallSituation(seed);
    const solved = highs.solve(program(situation), { random_seed: 1 });
    expect(solved.Status).toBe('Optimal');
    const lateness = latenessOf(situation);
    expect(lateness, `case ${seed}`).toBeGreaterThanOrEqual(solved.ObjectiveValue - 0.01);
    ours += lateness;
    optimal += solved.ObjectiveValue;
  }
  expect(optimal).toBeGreaterThan(0);
  expect(ours / optimal).toBeLessThanOrEqual(1.1);
});
