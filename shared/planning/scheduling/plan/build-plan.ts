import { JOB_STEPS, type Effort } from './effort.ts';
import type { FreeTime } from './free-time.ts';
import type { PlanJob } from './job.ts';
import type { PreparedPlan } from './prepare.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import type { WorkWindow } from './task.ts';

/** An attempt of a plan. */
export interface Draft {
  /** The planned blocks of each job in addition to the fixed ones; undefined if it does not fit. */
  placed: ReadonlyMap<string, readonly WorkWindow[] | undefined>;
  free: FreeTime;
  /** The first minute in which a job can begin; undefined if it waits for something that is not planned. */
  earliest: (job: PlanJob) => number | undefined;
  /** The total weight of the jobs that do not fit, and the weighted minutes of lateness. */
  unplaced: number;
  lateness: number;
}

/** The starting point of an attempt. */
export interface AttemptStart {
  /** Jobs that are placed already, with their blocks. */
  settled?: ReadonlyMap<PlanJob, readonly WorkWindow[]>;
  /** Jobs that are placed next, each as early as possible. */
  promoted: readonly PlanJob[];
}

/**
 * Keeps the settled jobs in place and places the promoted ones, each as early as possible; then keeps the others where
 * the previous plan has them, as long as the time is free; then places the rest in the remaining time, in order. No
 * rule is ever broken: a job for which there is no time is left out.
 */
export function buildPlan(
  { jobs, jobOf, now, free: base, circular, effort }: PreparedPlan,
  { settled, promoted }: AttemptStart,
): Draft {
  for (const { kept } of jobs) effort.steps += JOB_STEPS * (1 + (kept?.length ?? 0));
  const free = base.copy();
  const placed = new Map<string, readonly WorkWindow[] | undefined>();
  const reserved = new Map<string, readonly WorkWindow[]>();

  function earliest({ task }: PlanJob): number | undefined {
    let bound = Math.max(now, task.startsAt ?? now);
    for (const { id, endsAt } of task.waitsFor) {
      const before = jobOf.get(id);
      const end = before ? endOf(before) : endsAt;
      if (end === null || end === undefined) return undefined;
      bound = Math.max(bound, end);
    }
    return bound;
  }

  /** The end of a job; undefined if it is not placed. */
  function endOf(job: PlanJob): number | undefined {
    const blocks = placed.get(job.task.id);
    return blocks && Math.max(blocks.at(-1)?.end ?? now, job.fixed.at(-1)?.end ?? now);
  }

  function place(job: PlanJob): void {
    const { id, teamId } = job.task;
    if (placed.has(id)) return;
    if (circular.has(id)) return void placed.set(id, undefined);
    const bound = earliest(job);
    const held = reserved.get(id);
    if (held && bound !== undefined && held[0]!.start >= bound) return void placed.set(id, held);
    for (const window of held ?? []) free.release(window, teamId);
    const blocks = bound === undefined ? undefined : findBlocks(free, job, { bound, effort });
    for (const block of blocks ?? []) free.take(block, teamId);
    placed.set(id, blocks);
  }

  for (const job of jobs) if (job.left === 0) placed.set(job.task.id, []);
  for (const [{ task }, blocks] of settled ?? []) {
    for (const block of blocks) free.take(block, task.teamId);
    placed.set(task.id, blocks);
  }
  for (const job of promoted) place(job);
  const staying = jobs.filter(({ kept, task }) => kept && !placed.has(task.id));
  for (const job of staying.sort((a, b) => a.kept![0]!.start - b.kept![0]!.start)) {
    if (!canHold(free, job)) continue;
    for (const block of job.kept!) free.take(block, job.task.teamId);
    reserved.set(job.task.id, job.kept!);
  }
  for (const job of jobs) place(job);
  return { placed, free, earliest, ...costOf(jobs, placed) };
}

/** Whether a job can stay where it was. */
function canHold(free: FreeTime, { kept, task }: PlanJob): boolean {
  const perWeek = new Map<number, number>();
  for (const { week, start, end } of kept!) perWeek.set(week, (perWeek.get(week) ?? 0) + end - start);
  return (
    kept!.every((block) => free.has(block)) &&
    [...perWeek].every(([week, minutes]) => minutes <= free.leftOf(task.teamId, week))
  );
}

/** The earliest blocks for what is left of a job, none shorter than its focus; undefined if there are none. */
export function findBlocks(
  free: FreeTime,
  { left, focus, task: { teamId } }: Pick<PlanJob, 'left' | 'focus'> & { task: { teamId: string } },
  { bound, effort }: { bound: number; effort: Effort },
): WorkWindow[] | undefined {
  const { windows } = free;
  const hasShare = free.hasShare(teamId);
  const blocks: WorkWindow[] = [];
  const taken = new Map<number, number>();
  const first = free.from(bound);
  let rest = left;
  let at = first;
  for (; rest > 0 && at < windows.length; at++) {
    const window = windows[at]!;
    const { week } = window;
    const start = Math.max(window.start, bound);
    if (window.end - start < focus) continue;
    const share = hasShare ? free.leftOf(teamId, week) - (taken.get(week) ?? 0) : Infinity;
    const room = Math.min(window.end - start, share);
    let length = Math.min(room, rest);
    // What remains must be enough for a block too.
    if (length < rest && rest - length < focus) length = rest - focus;
    if (length < focus) continue;
    blocks.push({ start, end: start + length, week });
    if (hasShare) taken.set(week, (taken.get(week) ?? 0) + length);
    rest -= length;
  }
  effort.steps += at - first;
  return rest > 0 ? undefined : blocks;
}

function costOf(
  jobs: readonly PlanJob[],
  placed: ReadonlyMap<string, readonly TimeSpan[] | undefined>,
): Pick<Draft, 'unplaced' | 'lateness'> {
  let [unplaced, lateness] = [0, 0];
  for (const job of jobs) {
    const blocks = placed.get(job.task.id);
    if (!blocks) unplaced += job.weight;
    else lateness += job.weight * latenessOf(job, blocks);
  }
  return { unplaced, lateness };
}

/** The minutes by which a placed job is late. */
export function latenessOf({ task, fixed, left }: PlanJob, blocks: readonly TimeSpan[]): number {
  // No plan moves what is fixed.
  if (task.dueAt === null || left === 0) return 0;
  return Math.max(0, (blocks.at(-1) ?? fixed.at(-1))!.end - task.dueAt);
}
