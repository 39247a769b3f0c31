import { recurringStoryOperations } from '../../planning/recurring-stories/index.ts';
import { plannerOperations } from '../../planning/scheduling/planner/index.ts';
import { workingTimeOperations } from '../../planning/scheduling/working-time/index.ts';
import { storyTemplateOperations } from '../../planning/story-templates/index.ts';

/** Operations of functions/schedule.ts: when people work, what is planned for them, and what stories are made from. */
export const scheduleGroup = [
  ...plannerOperations,
  ...workingTimeOperations,
  ...storyTemplateOperations,
  ...recurringStoryOperations,
];
