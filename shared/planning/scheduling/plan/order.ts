import type { Priority } from '../../../kernel/core/priority.ts';
import type { FreeTime } from './free-time.ts';
import type { PlanJob } from './job.ts';
import type { Task } from './task.ts';

/** Returns the blockers of each task within the plan, without cycles, and the tasks that are part of a cycle. */
export function breakCycles(tasks: readonly Task[]): {
  waiting: ReadonlyMap<string, readonly string[]>;
  circular: ReadonlySet<string>;
} {
  const known = new Set(tasks.map(({ id }) => id));
  const waiting = new Map(
    tasks.map(({ id, waitsFor }) => [
      id,
      waitsFor
        .map((one) => one.id)
        .filter((one) => known.has(one))
        .sort(),
    ]),
  );
  const circular = new Set<string>();
  const left = new Map([...waiting].map(([id, all]) => [id, new Set(all)]));
  for (;;) {
    const ready = [...left].filter(([, all]) => all.size === 0).map(([id]) => id);
    if (ready.length === 0) break;
    for (const id of ready) left.delete(id);
    for (const all of left.values()) for (const id of ready) all.delete(id);
  }
  // What is left is in a circle, or waits for one that is.
  for (const id of left.keys()) if (reaches(waiting, id, id)) circular.add(id);
  return { waiting, circular };
}

function reaches(waiting: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [...(waiting.get(from) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(waiting.get(id) ?? []));
  }
  return false;
}

/** The assumed working minutes until a task without a due date is due, by priority; they only affect the order. */
export const EXPECTED_WITHIN: Readonly<Record<Priority, number>> = {
  urgent: 480,
  high: 2_400,
  medium: 9_600,
  low: 19_200,
  none: 38_400,
};

interface Ordering {
  now: number;
  open: FreeTime;
  waiting: ReadonlyMap<string, readonly string[]>;
  circular: ReadonlySet<string>;
}

/** A job with how urgent it is, in minutes of working time from now. */
export interface Urgency {
  job: PlanJob;
  /** The time by which it must be done, for itself and for the jobs that it blocks. */
  due: number;
  release: number;
  weight: number;
}

/** Sorts jobs by due date, then by priority, each after its blockers. */
export function orderByUrgency(jobs: readonly PlanJob[], ordering: Ordering): PlanJob[] {
  const urgencies = urgenciesOf(jobs, ordering);
  const sorted = [...urgencies.values()].sort(
    (a, b) => a.due - b.due || b.weight - a.weight || (a.job.task.id < b.job.task.id ? -1 : 1),
  );
  return topologicalOrder(
    sorted.map(({ job }) => job),
    ordering.waiting,
  );
}

/** Moves each job after its blockers, and otherwise preserves the order. */
export function topologicalOrder(
  jobs: readonly PlanJob[],
  waiting: ReadonlyMap<string, readonly string[]>,
): PlanJob[] {
  const byId = new Map(jobs.map((job) => [job.task.id, job]));
  const done = new Set<string>();
  const order: PlanJob[] = [];
  const add = (job: PlanJob): void => {
    const { id } = job.task;
    if (done.has(id)) return;
    done.add(id);
    for (const before of waiting.get(id) ?? []) if (byId.has(before)) add(byId.get(before)!);
    order.push(job);
  };
  jobs.forEach(add);
  return order;
}

export function urgenciesOf(
  jobs: readonly PlanJob[],
  { now, open, waiting, circular }: Ordering,
): Map<string, Urgency> {
  const workUntil = workMeter(open, now);
  const found = new Map(
    jobs.map((job): [string, Urgency] => {
      const { id, dueAt, startsAt, priority } = job.task;
      const due = dueAt === null ? EXPECTED_WITHIN[priority] : workUntil(dueAt);
      return [id, { job, due, release: startsAt === null ? 0 : workUntil(startsAt), weight: job.weight }];
    }),
  );
  // From the last to the first: what others wait for is as urgent as they are.
  const order = topologicalOrder(
    jobs.filter(({ task }) => !circular.has(task.id)),
    waiting,
  );
  for (const { task, left } of order.reverse()) {
    const { due, weight } = found.get(task.id)!;
    for (const id of waiting.get(task.id) ?? []) {
      const before = found.get(id)!;
      before.due = Math.min(before.due, due - left);
      before.weight = Math.max(before.weight, weight);
    }
  }
  return found;
}

/** Returns a function that counts the minutes of working time until a minute. */
function workMeter(open: FreeTime, now: number): (minute: number) => number {
  const { windows } = open;
  const before: number[] = [0];
  for (const { start, end } of windows) before.push(before.at(-1)! + end - start);
  return (minute) => {
    if (minute <= now) return minute - now;
    const at = open.from(minute);
    const window = windows[at];
    const within = window && window.start < minute ? minute - window.start : 0;
    return before[at]! + within;
  };
}
