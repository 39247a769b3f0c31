import { describe, expect, test } from 'vitest';
import type { Situation } from './check-plan.ts';
import { after, minute, planOf } from './situations.ts';
import type { Priority } from '../../shared/kernel/core/priority.ts';
import type { PlannedTask, Task } from '../../shared/planning/scheduling/plan/task.ts';
import type { TimeSpan } from '../../shared/planning/scheduling/working-time/time-span.ts';

describe('a more urgent story without a due date, in the plan of a person who works from nine to one', () => {
  const monday = minute('2026-11-23T00:00:00Z');
  const at = (day: number, hour: number) => monday + day * 1_440 + hour * 60;
  const task = (id: string, hours: number, rest: Partial<Task>): Task => ({
    id,
    teamId: 'A',
    priority: 'none',
    plannedAs: { priority: 'none', notBefore: null },
    duration: hours * 60,
    focus: null,
    startsAt: null,
    dueAt: null,
    locked: false,
    waitsFor: [],
    blocks: [],
    ...rest,
  });
  const morning = [{ start: '09:00', end: '13:00' }];
  const personWith = (tasks: Task[], busy: TimeSpan[] = []): Situation => ({
    now: at(0, 9),
    timeZone: 'UTC',
    timeOff: [],
    busy,
    shares: {},
    tasks,
    weekly: {
      monday: morning,
      tuesday: morning,
      wednesday: morning,
      thursday: morning,
      friday: morning,
      saturday: [],
      sunday: [],
    },
  });
  const spansOf = (plan: PlannedTask[]) => plan.map(({ id, blocks }) => [id, ...blocks.map(toHours)]);
  const toHours = ({ start, end }: TimeSpan) => [(start - monday) / 60, (end - monday) / 60];

  test('comes after a late story and before a less urgent one, and stays there', () => {
    const person = personWith([
      task('late', 1, { dueAt: at(0, 9) }),
      task('less', 1, { dueAt: at(5, 0) }),
      task('more', 1, { priority: 'medium' }),
    ]);
    const plan = planOf(person);
    expect(spansOf(plan)).toEqual([
      ['late', [9, 10]],
      ['less', [11, 12]],
      ['more', [10, 11]],
    ]);
    expect(spansOf(planOf(after(person, plan, at(0, 9.5))))).toEqual(spansOf(plan));
  });

  test('stays after a less urgent one that would have been late, also once half of that is done', () => {
    const busy = [{ start: at(0, 12), end: at(0, 13) }];
    const less = task('less', 5, { focus: 120, dueAt: at(2, 0) });
    const more = task('more', 2, { focus: 120, priority: 'medium' });
    const person = personWith([less, more], busy);
    const plan = planOf(person);
    expect(spansOf(plan)).toEqual([
      ['less', [9, 12], [33, 35]],
      ['more', [35, 37]],
    ]);
    expect(spansOf(planOf(after(person, plan, at(1, 8))))).toEqual(spansOf(plan));
  });

  test('overtakes one that has become less urgent, and moves for nothing that it cannot overtake', () => {
    const person = personWith([task('a', 2, {}), task('b', 2, { startsAt: at(0, 11) }), task('c', 2, {})]);
    const next = after(person, planOf(person), person.now);
    const become = (priorities: Partial<Record<string, Priority>>) =>
      planOf({
        ...next,
        tasks: next.tasks.map((one) => ({ ...one, priority: priorities[one.id] ?? one.priority })),
      });
    expect(spansOf(become({ b: 'high', c: 'high' }))).toEqual([
      ['a', [33, 35]],
      ['b', [11, 13]],
      ['c', [9, 11]],
    ]);
    expect(spansOf(become({ b: 'high' }))).toEqual(spansOf(planOf(next)));
  });

  test('stays before a less urgent one when both have to give way', () => {
    const person = personWith([task('less', 2, {}), task('more', 2, { priority: 'medium' })]);
    const next = after(person, planOf(person), person.now);
    const tasks = [...next.tasks, task('new', 2, { dueAt: at(0, 11) })];
    expect(spansOf(planOf({ ...next, tasks }))).toEqual([
      ['less', [33, 35]],
      ['more', [11, 13]],
      ['new', [9, 11]],
    ]);
  });

  test('overtakes less urgent ones once what it waited for ends earlier', () => {
    const waiting = (endsAt: number) =>
      personWith([
        task('less', 4, {}),
        task('more', 2, { priority: 'high', waitsFor: [{ id: 'elsewhere', endsAt }] }),
      ]);
    const before = waiting(at(1, 9));
    const plan = planOf(before);
    expect(spansOf(plan)).toEqual([
      ['less', [9, 13]],
      ['more', [33, 35]],
    ]);
    const tasks = waiting(at(0, 10)).tasks;
    expect(spansOf(planOf(after({ ...before, tasks }, plan, at(0, 9))))).toEqual([
      ['less', [9, 10], [12, 13], [33, 35]],
      ['more', [10, 12]],
    ]);
  });
});
