import { plannerOperations } from '../../planning/scheduling/planner/index.ts';
import { workingTimeOperations } from '../../planning/scheduling/working-time/index.ts';

/** Operations of functions/schedule.ts: when people work, and what is planned for them. */
export const scheduleGroup = [...plannerOperations, ...workingTimeOperations];
