import type { TimeSpan } from '../working-time/time-span.ts';
import type { Task, WorkWindow } from './task.ts';

/** The span of a job in the previous plan, with its weight and its earliest minute at that time. */
export interface PlaceBefore extends TimeSpan {
  weight: number;
  notBefore: number | null;
}

/** A task with its unplanned rest. */
export interface PlanJob {
  task: Task;
  weight: number;
  /** The blocks that no plan moves: past, current or locked ones. */
  fixed: TimeSpan[];
  /** Minutes to plan, in blocks of at least `focus`; 0 if all of it is fixed. */
  left: number;
  focus: number;
  /** The blocks of the rest in the previous plan, if this task allows them to stay. */
  kept: WorkWindow[] | undefined;
  /** The place of the rest in the previous plan; undefined if it has none. */
  before: PlaceBefore | undefined;
}
