import { findBlocks, type Draft } from './build-plan.ts';
import type { FreeTime } from './free-time.ts';
import type { PlanJob } from './job.ts';
import type { PreparedPlan } from './prepare.ts';
import type { TimeSpan } from '../working-time/time-span.ts';
import {
  type BlockReason,
  type MisfitReason,
  type PlanInput,
  type PlannedBlock,
  type PlannedTask,
} from './task.ts';

/** Occupied time, which may be the reason why a block is later. */
interface Obstacle extends TimeSpan {
  reason: BlockReason;
  id: string | null;
}

/** Explains how each story is planned, and why each of its blocks is not earlier. */
export function explainPlan(input: PlanInput, prepared: PreparedPlan, draft: Draft): PlannedTask[] {
  const { jobs, jobOf } = prepared;
  const blocksOf = (job: PlanJob): TimeSpan[] => [
    ...job.fixed,
    ...(draft.placed.get(job.task.id) ?? []).map(({ start, end }) => ({ start, end })),
  ];
  const obstacles: Obstacle[] = [
    ...jobs.flatMap((job) =>
      blocksOf(job).map((span) => ({ ...span, reason: 'after_story' as const, id: job.task.id })),
    ),
    ...input.busy.map((span) => ({ ...span, reason: 'busy' as const, id: null })),
    ...input.off.map((span) => ({ ...span, reason: 'time_off' as const, id: null })),
  ].sort((a, b) => a.end - b.end);

  /** The constraint that keeps a job from beginning earlier, and its minute. */
  function boundOf({ task }: PlanJob): { at: number; reason: BlockReason; id: string | null } {
    let bound: ReturnType<typeof boundOf> = {
      at: prepared.now,
      reason: 'as_soon_as_possible',
      id: null,
    };
    if (task.startsAt !== null && task.startsAt > bound.at) {
      bound = { at: task.startsAt, reason: 'start_date', id: null };
    }
    for (const { id, endsAt } of task.waitsFor) {
      const before = jobOf.get(id);
      const end = before ? (blocksOf(before).at(-1)?.end ?? 0) : (endsAt ?? 0);
      if (end > bound.at) bound = { at: end, reason: 'blocked_by', id };
    }
    return bound;
  }

  function explainBlock(job: PlanJob, block: TimeSpan, previous: TimeSpan | undefined): PlannedBlock {
    const { id, teamId, locked } = job.task;
    if (locked) return { ...block, reason: 'locked', reasonId: null };
    if (block.start < input.now) return { ...block, reason: 'under_way', reasonId: null };
    const bound = boundOf(job);
    const from = Math.max(bound.at, previous?.end ?? 0);
    const earlier = { start: from, end: block.start };
    const need = Math.min(job.focus, block.end - block.start);
    const room = roomWithin(draft.free, earlier, need, teamId);
    if (room) return { ...block, reason: room, reasonId: null };
    const last = lastBefore(obstacles, block.start, id);
    const isBetween = last !== undefined && last.end > from;
    if (isBetween) return { ...block, reason: last.reason, reasonId: last.id };
    const { reason, id: reasonId } = previous ? { reason: 'as_soon_as_possible' as const, id: null } : bound;
    return { ...block, reason, reasonId };
  }

  return jobs
    .map((job): PlannedTask => {
      const { task } = job;
      const spans = blocksOf(job);
      const blocks = spans.map((block, at) => explainBlock(job, block, spans[at - 1]));
      const isPlaced = draft.placed.get(task.id) !== undefined;
      const end = isPlaced ? blocks.at(-1)?.end : undefined;
      const slack = task.dueAt === null || end === undefined ? null : task.dueAt - end;
      const onTime = slack !== null && slack < 0 ? 'at_risk' : 'scheduled';
      const none = { misfit: null, misfitId: null };
      const earliest = draft.earliest(job) ?? null;
      const notBefore = earliest === prepared.now ? null : earliest;
      const planned = { id: task.id, blocks, slack, notBefore };
      if (!isPlaced) return { ...planned, status: 'cannot_fit', ...misfitOf(job, input, prepared, draft) };
      return { ...planned, status: task.locked ? 'locked' : onTime, ...none };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether there is room for a block within a span, or would be if the share of its team allowed it. */
function roomWithin(
  free: FreeTime,
  { start, end }: TimeSpan,
  need: number,
  teamId: string,
): 'unchanged' | 'team_share' | undefined {
  let found: 'team_share' | undefined;
  for (let at = free.from(start); at < free.windows.length; at++) {
    const window = free.windows[at]!;
    if (window.start >= end) break;
    if (Math.min(window.end, end) - Math.max(window.start, start) < need) continue;
    if (free.leftOf(teamId, window.week) >= need) return 'unchanged';
    found = 'team_share';
  }
  return found;
}

/** The last obstacle that ends by a minute, except the story's own; `obstacles` are in the order of their ends. */
function lastBefore(obstacles: readonly Obstacle[], minute: number, storyId: string): Obstacle | undefined {
  let [low, high] = [0, obstacles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (obstacles[middle]!.end <= minute) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0; at--) if (obstacles[at]!.id !== storyId) return obstacles[at];
  return undefined;
}

/** The free time from a minute on. */
const freeFrom = (free: FreeTime, minute: number): number =>
  free.windows
    .slice(free.from(minute))
    .reduce((sum, { start, end }) => sum + end - Math.max(start, minute), 0);

function misfitOf(
  { task, left, focus }: PlanJob,
  input: PlanInput,
  { now, circular, open, jobOf, effort }: PreparedPlan,
  draft: Draft,
): { misfit: MisfitReason; misfitId: string | null } {
  const because = (misfit: MisfitReason, misfitId: string | null = null) => ({ misfit, misfitId });
  if (circular.has(task.id)) return because('circle');
  for (const { id, endsAt } of task.waitsFor) {
    const isPlanned = jobOf.has(id) ? draft.placed.get(id) !== undefined : endsAt !== null;
    if (!isPlanned) return because('blocker_unplanned', id);
  }
  if (open.windows.length === 0) return because('no_working_time');
  const bound = Math.max(now, task.startsAt ?? now);
  if (findBlocks(open, { left, focus, task }, { bound, effort }) === undefined) {
    return because(freeFrom(open, bound) >= left ? 'focus_block' : 'no_time_left');
  }
  return because((input.shares.get(task.teamId) ?? 1) < 1 ? 'team_share' : 'no_time_left');
}
