import { plannerOperations } from '../../planning/scheduling/planner/index.ts';
import { workingTimeOperations } from '../../planning/scheduling/working-time/index.ts';
import { timeEntryOperations } from '../../planning/time-entries/index.ts';

/** Operations of functions/schedule.ts: when people work, what is planned for them, and what they spent time on. */
export const scheduleGroup = [...plannerOperations, ...workingTimeOperations, ...timeEntryOperations];
