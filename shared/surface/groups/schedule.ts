import { calendarFeedOperations } from '../../planning/calendar-feeds/index.ts';
import { busyFeedOperations } from '../../planning/scheduling/busy-feeds/index.ts';
import { plannerOperations } from '../../planning/scheduling/planner/index.ts';
import { workingTimeOperations } from '../../planning/scheduling/working-time/index.ts';
import { storyTemplateOperations } from '../../planning/story-templates/index.ts';
import { triageAddressOperations } from '../../planning/triage-mail/index.ts';
import { timeEntryOperations } from '../../planning/time-entries/index.ts';

/**
 * Operations of functions/schedule.ts: when people work, what is planned for them, also from and for their calendars, what they spent time on, and what
 * stories are made from, mail included.
 */
export const scheduleGroup = [
  ...plannerOperations,
  ...workingTimeOperations,
  ...busyFeedOperations,
  ...calendarFeedOperations,
  ...timeEntryOperations,
  ...storyTemplateOperations,
  ...triageAddressOperations,
];
