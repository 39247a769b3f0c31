import { DAYS_MAX, STORIES_MAX } from './analysis.ts';
import { TEAM_MAX } from './worked-days.ts';

const flow = {
  estimate: "The sum of estimates in the unit of the team's scheme; an unestimated story counts as 1.",
  days: 'Days are UTC days, including weekends. Archived stories are excluded.',
  completed: 'Stories whose completedAt is in the analyzed period.',
  throughput: 'Work completed in each week, Monday to Sunday, within the analyzed period.',
  cycleTime:
    'Days from when a completed story first entered a started status, since it was last moved back to backlog or unstarted, to completedAt. unknown counts stories whose start was not recorded.',
  inProgress: 'Stories currently in a started status.',
  age: 'Days since stories in progress first entered a started status; oldest lists up to 10 of them.',
  percentiles: 'Nearest-rank percentiles of the known durations: that percentage took no longer.',
  groups:
    'The same metrics for each team, assignee and objective. Entries without id are for unassigned stories or stories without an objective. Private objectives that you cannot see are excluded.',
  truncated: `Whether there were more than ${STORIES_MAX} stories, in which case the oldest are excluded.`,
};

/** Definitions of the metrics in an analysis of work. */
export const workDefinitions = {
  span: 'From since to before; the last 12 weeks by default.',
  cumulativeFlow:
    'How many stories had come, been started and been completed by the end of each day, without cancelled ones; each nth day of a long period.',
  ...flow,
};

const burnDown = {
  scope: 'Its stories that are neither archived nor cancelled.',
  remaining: 'The scope that was not completed at the end of the day, or now; null for future days.',
  added:
    'Stories that entered the scope: created in it, moved in, unarchived or reopened after cancellation.',
  removed: 'Stories that left the scope: moved out, cancelled, archived or deleted.',
  reestimated: 'Change in the size of incomplete work from re-estimation.',
  reopened: 'Stories that are no longer completed, or that were completed and left the scope.',
  historyComplete:
    'Whether the days account for all remaining work. If not, days before the missing change are off by it.',
};

const ideal =
  'from the scope on the first day, or on the first day with scope, to zero at the end of the last day';

/** Definitions of the metrics in an analysis of a sprint. */
export const sprintDefinitions = {
  span: `The sprint's days up to now; at most ${DAYS_MAX}, the newest.`,
  ideal: `A line ${ideal}, level on days on which no one in the team works by their working hours and days off. Teams of more than ${TEAM_MAX} work Monday to Friday. The line is straight if all days are off, or are more than ${DAYS_MAX}.`,
  ...burnDown,
  ...flow,
  days: "Days are those of the sprint's timeZone, including weekends. Archived stories are excluded.",
};

/** Definitions of the metrics in an analysis of an objective. */
export const objectiveDefinitions = {
  span: `From the objective's start date, or its creation, to now; at most ${DAYS_MAX} days, the newest.`,
  ideal: `A straight line ${ideal}, the objective's endDate; null without one.`,
  ...burnDown,
  ...flow,
};
