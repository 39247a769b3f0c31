import { plannerOperations } from '../../planning/scheduling/planner/index.ts';
import { workingTimeOperations } from '../../planning/scheduling/working-time/index.ts';
import { storyTemplateOperations } from '../../planning/story-templates/index.ts';
import { timeEntryOperations } from '../../planning/time-entries/index.ts';

/**
 * Operations of functions/schedule.ts: when people work, what is planned for them, what they spent time on, and what
 * stories are made from.
 */
export const scheduleGroup = [
  ...plannerOperations,
  ...workingTimeOperations,
  ...timeEntryOperations,
  ...storyTemplateOperations,
];
