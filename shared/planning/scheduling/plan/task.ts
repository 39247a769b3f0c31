import type { Priority } from '../../../kernel/core/priority.ts';
import type { TimeSpan } from '../working-time/time-span.ts';

/** A stretch of working time, with the beginning of its week in the member's time zone. */
export interface WorkWindow extends TimeSpan {
  week: number;
}

/** A story that blocks a task. */
export interface Predecessor {
  id: string;
  /** The end of the story in another member's plan; null if unknown, and for stories of the same plan. */
  endsAt: number | null;
}

/** The properties of a story when it was planned, for detecting changes since. */
interface PlannedAs {
  priority: Priority;
  /**
   * The earliest minute at which it could begin, because of its start date or blockers; null if it could begin at once.
   */
  notBefore: number | null;
}

/** A story to be planned. */
export interface Task {
  id: string;
  teamId: string;
  priority: Priority;
  /** The story's properties in the previous plan. */
  plannedAs: PlannedAs;
  /** The total work in minutes. */
  duration: number;
  /** The shortest block; null for the default. */
  focus: number | null;
  /** The earliest minute at which it may begin; null for any. */
  startsAt: number | null;
  /** The minute after which it is late. */
  dueAt: number | null;
  locked: boolean;
  waitsFor: readonly Predecessor[];
  /** The blocks of the previous plan, in order. */
  blocks: readonly TimeSpan[];
}

/** The complete input of a plan: the same input gives the same plan. */
export interface PlanInput {
  /** The minute at which the plan starts. */
  now: number;
  windows: readonly WorkWindow[];
  /** The working time removed by days off, for explaining the plan. */
  off: readonly TimeSpan[];
  busy: readonly TimeSpan[];
  /** The share of a week that each team may use, from 0 to 1. */
  shares: ReadonlyMap<string, number>;
  tasks: readonly Task[];
}

/** The reasons why a block is not earlier. */
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

/** The reasons why a story cannot be planned. */
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

/** The reasons for a story's place, or why it has none. */
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
  /** The reason, for a story that cannot fit. */
  misfit: MisfitReason | null;
  misfitId: string | null;
  /** The minutes from the end of its last block until it is late; null without a due date or a block. */
  slack: number | null;
  /** The earliest minute at which it can begin, because of its start date or blockers; null if it can begin at once. */
  notBefore: number | null;
}

/** The default minimum length of a block. */
const DEFAULT_FOCUS_MINUTES = 30;

export const focusOf = ({ focus, duration }: Task): number =>
  Math.min(focus ?? DEFAULT_FOCUS_MINUTES, duration);

export const lengthOf = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** The weight of a minute of lateness, by priority. */
export const weights: Readonly<Record<Priority, number>> = {
  none: 1,
  low: 2,
  medium: 4,
  high: 8,
  urgent: 16,
};
