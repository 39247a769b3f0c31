import { plannerOperations } from '../planner/index.ts';
import { workingTimeOperations } from '../working-time/index.ts';

/** Operations of functions/schedule.ts: when people work, and what is planned for them. */
export const scheduleGroup = [...plannerOperations, ...workingTimeOperations];
