/**
 * The cost of planning so far, in examined stretches of time. It is the same for the same input on any machine, so that
 * a limit always cuts off at the same point.
 */
export interface Effort {
  steps: number;
}

/** The cost limit of the search for a better plan of one person. The first plan is made in any case. */
export const PLAN_STEPS_MAX = 1_000_000;

/** What a job costs, and each of its blocks that stays, however little time is looked at. */
export const JOB_STEPS = 10;
