import { expect, test } from 'vitest';
import { brokenRules } from './check-plan.ts';
import { largeSituation } from './large-situation.ts';
import { planOf } from './situations.ts';

test('500 stories over a year are planned without breaking a rule', () => {
  const situation = largeSituation();
  const plan = planOf(situation);
  expect(brokenRules(situation, plan)).toEqual([]);
  expect(plan.filter(({ status }) => status === 'cannot_fit')).toEqual([]);
});

test('500 stories that no one can finish in time are planned too', () => {
  const situation = largeSituation();
  const { now } = situation;
  const tasks = situation.tasks.map((task, at) => ({
    ...task,
    duration: 305,
    startsAt: null,
    waitsFor: [],
    dueAt: now + (((at * 7_919) % 350) + 5) * 1_440,
  }));
  const plan = planOf({ ...situation, tasks });
  expect(brokenRules({ ...situation, tasks }, plan)).toEqual([]);
  expect(new Set(plan.map(({ status }) => status))).toContain('cannot_fit');
});
