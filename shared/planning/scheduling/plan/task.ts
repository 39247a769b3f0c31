import type { Priority } from '../../../kernel/core/priority.ts';

/** A stretch of time, in whole minutes since 1970; the end is not part of it. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** A stretch of working time, with the beginning of its week in the member's time zone. */
export interface WorkWindow extends TimeSpan {
  week: number;
}

/** A story that a task has to wait for. */
export interface Predecessor {
  id: string;
  /** When it ends, as far as somebody else has planned it; null if unknown. Of stories of the same plan: null. */
  endsAt: number | null;
}

/** What a plan knew of a story when it was made, to tell what has changed since. */
interface PlannedAs {
  priority: Priority;
  /** Before which minute it could not begin, because of its start date or of what blocks it; null if it could at once. */
  notBefore: number | null;
}

/** A story to be planned. */
export interface Task {
  id: string;
  teamId: string;
  priority: Priority;
  /** What the plan before knew of it. */
  plannedAs: PlannedAs;
  /** All of its work, in minutes. */
  duration: number;
  /** The shortest block; null for the default. */
  focus: number | null;
  /** Not before this minute. */
  startsAt: number | null;
  /** The minute after which it is late. */
  dueAt: number | null;
  locked: boolean;
  waitsFor: readonly Predecessor[];
  /** Where the plan before has it, in order. */
  blocks: readonly TimeSpan[];
}

/** What is planned from. All that a plan depends on is in it: the same input makes the same plan. */
export interface PlanInput {
  /** The minute from which on is planned. */
  now: number;
  windows: readonly WorkWindow[];
  /** Working time that days off have taken away, to explain the plan. */
  off: readonly TimeSpan[];
  busy: readonly TimeSpan[];
  /** The part of a week that a team may take, from 0 to 1. */
  shares: ReadonlyMap<string, number>;
  tasks: readonly Task[];
}

/** Why a block is where it is: what keeps it from being earlier. */
export const blockReasons = [
  'as_soon_as_possible',
  'start_date',
  'blocked_by',
  'after_story',
  'busy',
  'time_off',
  'team_share',
  'unchanged',
  'under_way',
  'locked',
] as const;
export type BlockReason = (typeof blockReasons)[number];

/** Why a story cannot be planned. */
export const misfitReasons = [
  'no_working_time',
  'focus_block',
  'team_share',
  'blocker_unplanned',
  'circle',
  'no_time_left',
  'too_many_stories',
] as const;
export type MisfitReason = (typeof misfitReasons)[number];

/** Why a story is planned where it is, or cannot be planned. */
export const planReasons: readonly (BlockReason | MisfitReason)[] = [
  ...new Set([...blockReasons, ...misfitReasons]),
];

export interface PlannedBlock extends TimeSpan {
  reason: BlockReason;
  /** The story that the reason names. */
  reasonId: string | null;
}

export interface PlannedTask {
  id: string;
  status: 'scheduled' | 'at_risk' | 'cannot_fit' | 'locked';
  blocks: PlannedBlock[];
  /** Of what cannot fit. */
  misfit: MisfitReason | null;
  misfitId: string | null;
  /** From the end of its last block until it is late; null without a due date or a block. */
  slack: number | null;
  /** Before which minute it cannot begin, because of its start date or of what blocks it; null if it can at once. */
  notBefore: number | null;
}

/** The shortest block of a story that says nothing of it. */
const DEFAULT_FOCUS_MINUTES = 30;

export const focusOf = ({ focus, duration }: Task): number =>
  Math.min(focus ?? DEFAULT_FOCUS_MINUTES, duration);

export const lengthOf = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** How much a minute of lateness of a priority weighs. */
export const weights: Readonly<Record<Priority, number>> = {
  none: 1,
  low: 2,
  medium: 4,
  high: 8,
  urgent: 16,
};
