import { EXPECTED_WITHIN } from './order.ts';
import { weights, type PlanInput, type PlannedTask, type Task } from './task.ts';

/** The maximum numbers of a person's stories that are planned, and of unplanned ones that are distinguished. */
const TASKS_MAX = 500;

/** Minutes of the clock for each minute of work, in a week of 40 hours: only to compare work with due dates. */
const CLOCK_PER_WORK = (7 * 24) / 40;

/** Splits the tasks into those that are planned, first by due date and priority, and those beyond the limit. */
export function withinLimit({ now, tasks }: PlanInput): { tasks: Task[]; beyond: Task[] } {
  const dueOf = ({ dueAt, priority }: Task): number =>
    dueAt ?? now + EXPECTED_WITHIN[priority] * CLOCK_PER_WORK;
  const inTurn = tasks.toSorted(
    (a, b) => dueOf(a) - dueOf(b) || weights[b.priority] - weights[a.priority] || (a.id < b.id ? -1 : 1),
  );
  const { locked = [], movable = [] } = Object.groupBy(inTurn, (task) =>
    task.locked ? 'locked' : 'movable',
  );
  return {
    tasks: [locked, movable].flatMap((some) => some.slice(0, TASKS_MAX)),
    beyond: [locked, movable].flatMap((some) => some.slice(TASKS_MAX)),
  };
}

/** A task beyond the limit. A locked one keeps its blocks; another keeps only past blocks, which count as worked. */
export function planBeyondLimit(task: Task, now: number): PlannedTask {
  const { id, locked, dueAt } = task;
  const none = { misfit: null, misfitId: null, notBefore: null };
  if (locked) {
    const blocks = task.blocks.map((block) => ({ ...block, reason: 'locked' as const, reasonId: null }));
    return {
      id,
      status: 'locked',
      blocks,
      slack: dueAt === null ? null : dueAt - blocks.at(-1)!.end,
      ...none,
    };
  }
  const blocks = task.blocks
    .filter(({ start }) => start < now)
    .map(({ start, end }) => ({
      start,
      end: Math.min(end, now),
      reason: 'under_way' as const,
      reasonId: null,
    }));
  return { id, status: 'cannot_fit', blocks, slack: null, ...none, misfit: 'too_many_stories' };
}
