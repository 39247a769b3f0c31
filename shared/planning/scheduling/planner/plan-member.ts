import { DAY_MS } from '../../../kernel/core/date-span.ts';
import type { Placement } from '../placements/placement.ts';
import type { Effort } from '../plan/effort.ts';
import { planPerson } from '../plan/plan-person.ts';
import type { PlannedTask, PlanInput } from '../plan/task.ts';
import { workingWindows } from '../plan/working-windows.ts';
import { fromMinute, toTask, type PlanEntry, type MemberSituation } from './read-situation.ts';

/** The planning horizon in milliseconds. */
const HORIZON_MS = 366 * DAY_MS;

/** The new placement of a story that a member is to work on. */
export interface Planning {
  entry: PlanEntry;
  next: Omit<Placement, 'updatedAt'>;
}

/**
 * Plans the stories of a member from data that has been read, and adds the cost to the effort. Reads and stores
 * nothing.
 */
export function planMember(
  { time, entries, isMember }: MemberSituation,
  at: Date,
  effort: Effort = { steps: 0 },
): Planning[] {
  const own = entries.filter(({ isOwn }) => isOwn);
  const now = Math.floor(at.getTime() / 60_000);
  const end = Math.floor((at.getTime() + HORIZON_MS) / 60_000);
  const { windows, off } = workingWindows(time.hours, isMember ? time.timeOff : [], { start: now, end });
  const input: PlanInput = {
    now,
    windows: isMember ? windows : [],
    off,
    busy: time.busy.map(({ startDate, endDate }) => ({
      start: Math.floor(Date.parse(startDate) / 60_000),
      end: Math.ceil(Date.parse(endDate) / 60_000),
    })),
    shares: new Map(time.hours.teamShares.map(({ teamId, percent }) => [teamId, percent / 100])),
    tasks: own.map((entry) => toTask(entry.story!, entry)),
  };
  const planned = new Map(planPerson(input, effort).map((one) => [one.id, one]));
  return own.map((entry) => ({ entry, next: placementOf(entry, planned.get(entry.story!.id)!) }));
}

function placementOf(
  { placement, story }: PlanEntry,
  { status, blocks, misfit, misfitId, slack, notBefore }: PlannedTask,
): Omit<Placement, 'updatedAt'> {
  const before = new Map(placement.blocks.map((block) => [block.startDate, block]));
  return {
    storyId: placement.storyId,
    workspaceId: placement.workspaceId,
    teamId: story!.teamId,
    assigneeId: placement.assigneeId,
    status,
    blocks: blocks.map(({ start, end, reason, reasonId }) => {
      const [startDate, endDate] = [fromMinute(start), fromMinute(end)];
      const block = { startDate, endDate, reason, reasonStoryId: reasonId };
      // Of what has begun, the reason for which it was put there stays.
      const known = reason === 'under_way' ? before.get(startDate) : undefined;
      return known ? { ...known, endDate } : block;
    }),
    misfit,
    misfitStoryId: misfitId,
    slackMinutes: slack,
    plannedAs: { priority: story!.priority, notBefore: notBefore === null ? null : fromMinute(notBefore) },
  };
}
