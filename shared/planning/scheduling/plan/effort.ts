/**
 * What planning has cost so far, in stretches of time looked at: the same for the same input on any machine, so that
 * what a limit cuts off is the same too.
 */
export interface Effort {
  steps: number;
}

/** What the search for a better plan of one person may cost. The first plan is made in any case. */
export const PLAN_STEPS_MAX = 1_000_000;

/** What a job costs, and each of its blocks that stays, however little time is looked at. */
export const JOB_STEPS = 10;
