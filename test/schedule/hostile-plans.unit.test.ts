import { describe, expect, test } from 'vitest';
import { planPerson } from '../../shared/planning/scheduling/plan/plan-person.ts';
import { brokenRules, type Situation } from './check-plan.ts';
import { hostileSituation } from './hostile-situation.ts';
import { after, inputOf } from './situations.ts';

/** What the search may cost. */
const SEARCH_STEPS = 1_000_000;
/** Plans made however much has been spent: the first, the last one of the search, one for each order, and the words. */
const PLANS_IN_ANY_CASE = 7;

function planned(situation: Situation) {
  const effort = { steps: 0 };
  const input = inputOf(situation);
  return { plan: planPerson(input, effort), steps: effort.steps, windows: input.windows.length };
}

describe('a person whose plan is made to cost as much as possible', () => {
  const situation = hostileSituation();
  const hostile: Record<string, Situation> = {
    'long stories that are all late': situation,
    'stories that fit nowhere': {
      ...situation,
      tasks: situation.tasks.map((task) => ({ ...task, focus: 200 })),
    },
    'fifty shares': {
      ...situation,
      shares: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [String.fromCodePoint(65 + at), 0.5])),
    },
    'what was planned before': after(situation, planned(situation).plan, situation.now),
  };

  test.each(Object.entries(hostile))('is planned in a bounded number of steps: %s', (_, one) => {
    const { plan, steps, windows } = planned(one);
    expect(brokenRules(one, plan)).toEqual([]);
    // Busy times split windows.
    const onePlan = one.tasks.length * (windows + one.busy.length);
    expect(steps).toBeLessThan(SEARCH_STEPS + PLANS_IN_ANY_CASE * onePlan);
    expect(planned(one)).toEqual({ plan, steps, windows });
  });
});

test('the 500 most urgent of more stories are planned, and each other one says why it is not', () => {
  const situation = hostileSituation();
  const [first] = situation.tasks;
  const tasks = Array.from({ length: 700 }, (_, at) => ({
    ...first!,
    id: `t${String(at).padStart(3, '0')}`,
    duration: 60,
    dueAt: situation.now + (700 - at) * 1_440,
  }));
  const { plan } = planned({ ...situation, tasks });
  const beyond = plan.filter(({ misfit }) => misfit === 'too_many_stories');
  expect(beyond.map(({ id }) => id)).toEqual(tasks.slice(0, 200).map(({ id }) => id));
  expect(beyond.every(({ status, blocks }) => status === 'cannot_fit' && blocks.length === 0)).toBe(true);
  expect(plan.filter(({ status }) => status === 'scheduled')).toHaveLength(500);
});

test('blocks of stories beyond the limit stay if they are locked or over', () => {
  const situation = hostileSituation();
  const { now } = situation;
  const [first] = situation.tasks;
  const tasks = Array.from({ length: 1_200 }, (_, at) => {
    const locked = at < 600;
    // Each locked one has its five minutes of the days from tomorrow on.
    const start = locked ? now - (now % 1_440) + 1_440 * (1 + Math.floor(at / 12)) + (at % 12) * 5 : now - 60;
    const isBegun = at === 1_199;
    return {
      ...first!,
      id: `t${String(at).padStart(4, '0')}`,
      duration: locked ? 5 : 60,
      locked,
      dueAt: now + (at % 600) * 1_440,
      blocks: locked || isBegun ? [{ start, end: start + (locked ? 5 : 30) }] : [],
    };
  });
  const { plan } = planned({ ...situation, tasks, busy: [] });
  const locked = plan.filter(({ status }) => status === 'locked');
  expect(locked).toHaveLength(600);
  const taken = locked.flatMap(({ blocks }) => blocks);
  expect(taken.map(({ start }) => start).sort()).toEqual(
    tasks.slice(0, 600).flatMap(({ blocks }) => blocks.map(({ start }) => start)),
  );
  const placed = plan.filter(({ status }) => status === 'scheduled').flatMap(({ blocks }) => blocks);
  const overlaps = placed.filter((block) =>
    taken.some(({ start, end }) => start < block.end && block.start < end),
  );
  expect(overlaps).toEqual([]);
  const begun = plan.find(({ id }) => id === 't1199');
  expect(begun).toMatchObject({
    misfit: 'too_many_stories',
    blocks: [{ start: now - 60, end: now - 30, reason: 'under_way' }],
  });
});
