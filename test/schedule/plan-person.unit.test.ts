import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules, type Situation } from './check-plan.ts';
import { after, inputOf, planOf, situations } from './situations.ts';
import { planPerson } from '../../shared/schedule/plan-person.ts';
import { weights, type PlannedTask } from '../../shared/schedule/task.ts';

const RUNS = { numRuns: 60 };

test('breaks no rule: hours in any zone, days off, busy times, shares, focus, start dates, relations', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      expect(brokenRules(situation, planOf(situation))).toEqual([]);
    }),
    RUNS,
  );
});

test('breaks no rule when it plans anew later, with locked stories and other hours, after a move to another zone', () => {
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

test('nothing moves where nothing has changed, at once or later, unless that makes less late', () => {
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
