import type { Span, Task, Window } from './task.ts';

/** A task with what is left of it to plan. */
export interface Job {
  task: Task;
  weight: number;
  /** What no plan moves: what is over, under way, or locked. */
  fixed: Span[];
  /** Minutes to plan, in blocks of at least `focus`; 0 if all of it is fixed. */
  left: number;
  focus: number;
  /** Where the plan before has what is left, if it can stay there as far as this task alone is concerned. */
  kept: Window[] | undefined;
}
