import type { TimeSpan, Task, WorkWindow } from './task.ts';

/** From the first to the last minute that a plan has of a job, with its weight and its earliest minute then. */
export interface PlaceBefore extends TimeSpan {
  weight: number;
  notBefore: number | null;
}

/** A task with what is left of it to plan. */
export interface PlanJob {
  task: Task;
  weight: number;
  /** What no plan moves: what is over, under way, or locked. */
  fixed: TimeSpan[];
  /** Minutes to plan, in blocks of at least `focus`; 0 if all of it is fixed. */
  left: number;
  focus: number;
  /** Where the plan before has what is left, if it can stay there as far as this task alone is concerned. */
  kept: WorkWindow[] | undefined;
  /** The place that the plan before has for what is left; undefined if it has none. */
  before: PlaceBefore | undefined;
}
