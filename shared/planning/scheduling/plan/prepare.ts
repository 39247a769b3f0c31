import type { Effort } from './effort.ts';
import { FreeTime } from './free-time.ts';
import type { PlanJob, PlaceBefore } from './job.ts';
import { orderByUrgency, breakCycles } from './order.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import { focusOf, lengthOf, weights, type PlanInput, type Task, type WorkWindow } from './task.ts';

/** The input of every attempt at a plan. */
export interface PreparedPlan {
  now: number;
  /** The jobs by urgency, each after its blockers. */
  jobs: readonly PlanJob[];
  jobOf: ReadonlyMap<string, PlanJob>;
  /** The ids of tasks that block each other in a cycle. */
  circular: ReadonlySet<string>;
  /** The working time without fixed blocks. */
  free: FreeTime;
  /** The working time without any planned blocks. */
  open: FreeTime;
  effort: Effort;
}

/** The grid for the start of blocks in minutes; working hours and other blocks can cause other starts. */
const GRID_MINUTES = 5;

/** Prepares the tasks to plan. The fixed blocks of all tasks occupy their time. */
export function preparePlan(input: PlanInput, standing: readonly Task[], effort: Effort): PreparedPlan {
  const now = Math.ceil(input.now / GRID_MINUTES) * GRID_MINUTES;
  const tasks = input.tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const free = FreeTime.of(input.windows, input.shares);
  for (const { blocks, teamId, locked } of [...tasks, ...standing]) {
    for (const block of blocks) {
      if (locked || block.end <= input.now) free.take(block, teamId);
    }
  }
  for (const span of input.busy) free.take(span);
  const open = FreeTime.of(input.windows, new Map());
  for (const span of input.busy) open.take(span);
  open.take({ start: -Infinity, end: now });
  const underWay = new Map(tasks.map((task) => [task.id, takeUnderWay(task, input, free)]));
  free.take({ start: -Infinity, end: now });
  const { circular, waiting } = breakCycles(tasks);
  const jobs = tasks.map((task): PlanJob => {
    const fixed = [...pastOf(task, input.now), ...(underWay.get(task.id) ?? [])];
    return jobOf(task, task.locked ? [...task.blocks] : fixed, { now, free });
  });
  const order = orderByUrgency(jobs, { now, open, waiting, circular });
  return {
    now,
    jobs: order,
    jobOf: new Map(jobs.map((job) => [job.task.id, job])),
    circular,
    free,
    open,
    effort,
  };
}

/** The past blocks, and the past part of a block that is cut off. */
const pastOf = ({ blocks }: Task, now: number): TimeSpan[] =>
  blocks.filter(({ end }) => end <= now).map(({ start, end }) => ({ start, end }));

/**
 * The block in which someone is working now. It stays if it is still possible; otherwise only its past part counts.
 */
function takeUnderWay(task: Task, { now, tasks }: PlanInput, free: FreeTime): TimeSpan[] {
  if (task.locked) return [];
  const block = task.blocks.find(({ start, end }) => start < now && now < end);
  if (!block) return [];
  const past = lengthOf(pastOf(task, now));
  const end = Math.max(
    Math.min(block.end, block.start + task.duration - past),
    block.start + Math.min(focusOf(task), block.end - block.start),
  );
  const rest = { start: now, end };
  const waits = task.waitsFor.some(({ id, endsAt }) => {
    const before = tasks.find((one) => one.id === id);
    if (before) return lengthOf(pastOf(before, now)) < before.duration;
    return endsAt === null || endsAt > now;
  });
  const isPossible = !waits && (task.startsAt ?? now) <= now && free.has(rest);
  if (!isPossible || end <= now) {
    const cut = { start: block.start, end: now };
    free.take(cut, task.teamId);
    return [cut];
  }
  const whole = { start: block.start, end };
  free.take(whole, task.teamId);
  return [whole];
}

function jobOf(task: Task, fixed: TimeSpan[], { now, free }: { now: number; free: FreeTime }): PlanJob {
  const focus = focusOf(task);
  const missing = Math.max(0, task.duration - lengthOf(fixed));
  const isDone = missing === 0 || (task.locked && fixed.length > 0);
  const left = isDone ? 0 : Math.max(missing, focus);
  const future = task.blocks.filter(({ start }) => start >= now);
  const canStay =
    !task.locked &&
    left > 0 &&
    lengthOf(future) === left &&
    future.every(({ start, end }) => end - start >= focus && start >= (task.startsAt ?? start));
  const kept = canStay ? future.map((span) => windowOf(span, free)) : [];
  return {
    task,
    weight: weights[task.priority],
    fixed,
    left,
    focus,
    kept: kept.length > 0 && kept.every((one) => one !== undefined) ? kept : undefined,
    before: future.length > 0 ? placeOf(future, task) : undefined,
  };
}

const placeOf = (blocks: readonly TimeSpan[], { plannedAs }: Task): PlaceBefore => ({
  start: blocks[0]!.start,
  end: blocks.at(-1)!.end,
  weight: weights[plannedAs.priority],
  notBefore: plannedAs.notBefore,
});

/** A span with its week, if it is free. */
function windowOf({ start, end }: TimeSpan, free: FreeTime): WorkWindow | undefined {
  if (!free.has({ start, end })) return undefined;
  return { start, end, week: free.windows[free.from(start)]!.week };
}
