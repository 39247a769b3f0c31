import { findBlocks, type Draft } from './build-plan.ts';
import type { FreeTime } from './free-time.ts';
import type { Job } from './job.ts';
import type { Prepared } from './prepare.ts';
import {
  lengthOf,
  type BlockReason,
  type MisfitReason,
  type PlanInput,
  type PlannedBlock,
  type PlannedTask,
  type Span,
} from './task.ts';

/** Time that something else takes, which may be why a block comes after it. */
interface Obstacle extends Span {
  reason: BlockReason;
  id: string | null;
}

/** Says of each story how it is planned, and of each of its blocks why it does not stand earlier. */
export function explainPlan(input: PlanInput, prepared: Prepared, draft: Draft): PlannedTask[] {
  const { jobs, jobOf } = prepared;
  const blocksOf = (job: Job): Span[] => [
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

  /** What keeps a job from beginning earlier than this, and its minute. */
  function boundOf({ task }: Job): { at: number; reason: BlockReason; id: string | null } {
    let bound: ReturnType<typeof boundOf> = {
      ...{ at: prepared.now, reason: 'as_soon_as_possible', id: null },
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

  function explainBlock(job: Job, block: Span, previous: Span | undefined): PlannedBlock {
    const { id, teamId, locked } = job.task;
    if (locked) return { ...block, reason: 'locked', reasonId: null };
    if (block.start < input.now) return { ...block, reason: 'under_way', reasonId: null };
    const bound = boundOf(job);
    const from = Math.max(bound.at, previous?.end ?? 0);
    const earlier = { start: from, end: block.start };
    const need = Math.min(job.focus, block.end - block.start);
    const rooms = roomsWithin(draft.free, earlier).filter(({ end, start }) => end - start >= need);
    if (rooms.length > 0) {
      const hasShare = rooms.some(({ week }) => draft.free.leftOf(teamId, week) >= need);
      return { ...block, reason: hasShare ? 'unchanged' : 'team_share', reasonId: null };
    }
    const last = obstacles.findLast((one) => one.id !== id && one.end <= block.start && one.end > from);
    if (last) return { ...block, reason: last.reason, reasonId: last.id };
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
      if (!isPlaced) {
        return { id: task.id, status: 'cannot_fit', blocks, slack, ...misfitOf(job, input, prepared, draft) };
      }
      return { id: task.id, status: task.locked ? 'locked' : onTime, blocks, slack, ...none };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The free windows within a span. */
const roomsWithin = (free: FreeTime, { start, end }: Span) =>
  free.windows
    .slice(free.from(start))
    .filter((window) => window.start < end)
    .map((window) => ({
      ...window,
      start: Math.max(window.start, start),
      end: Math.min(window.end, end),
    }));

function misfitOf(
  { task, left, focus }: Job,
  input: PlanInput,
  { now, circular, open, jobOf }: Prepared,
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
  if (findBlocks(open, { left, focus, task }, bound) === undefined) {
    const time = roomsWithin(open, { start: bound, end: Infinity });
    return because(lengthOf(time) >= left ? 'focus_block' : 'no_time_left');
  }
  return because((input.shares.get(task.teamId) ?? 1) < 1 ? 'team_share' : 'no_time_left');
}
