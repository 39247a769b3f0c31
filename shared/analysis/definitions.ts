import { MAX_DAYS, MAX_STORIES } from './analysis.ts';

const flow = {
  points: "The sum of estimates in the unit of the team's scheme; a story without an estimate counts as 1.",
  days: 'Days are those of UTC, weekends included. Archived stories are left out.',
  completed: 'Stories whose completedAt is in the span of the analysis.',
  throughput: 'What was completed in each week from Monday to Sunday, as far as it is in the span.',
  cycleTime:
    'Days from when a completed story first entered a started status, since it was last put back to backlog or unstarted, to completedAt. unknown: those that were never seen to start.',
  inProgress: 'Stories that are in a started status now.',
  age: 'Days since stories in progress first entered a started status; oldest names up to 10 of them.',
  percentiles: 'By the nearest rank: so many percent of the known ones took no longer.',
  groups:
    'The same figures for each team, person and objective that has any; without id: nobody, or no objective. Private objectives that you may not see are left out.',
  truncated: `Whether there were more than ${MAX_STORIES} stories, of which the oldest are left out.`,
};

/** What the figures of an analysis of work mean. */
export const workDefinitions = {
  span: 'Since and until; the 12 weeks before now where they are left out.',
  ...flow,
};

const burnDown = {
  scope: 'Stories in it that are neither archived nor cancelled.',
  remaining: 'The scope that was not completed, at the end of the day or now; none for days to come.',
  added:
    'Stories that came into the scope: made in it, moved in, or taken back from archive or cancellation.',
  removed: 'Stories that left the scope: moved out, cancelled, archived or deleted.',
  reestimated: 'Points by which new estimates changed what was not completed.',
  reopened: 'Stories that are not completed any more, or were completed and left the scope.',
  historyComplete:
    'Whether the days tell of everything that remains. If not, days before the missing change are off by it.',
};

const ideal =
  'A straight line from what the scope was on the first day, or on the first on which it was not empty, to nothing at the end of the last day';

/** What the figures of an analysis of a sprint mean. */
export const sprintDefinitions = {
  span: `The sprint's days, up to now; of more than ${MAX_DAYS} the newest.`,
  ideal: `${ideal}.`,
  ...burnDown,
  ...flow,
};

/** What the figures of an analysis of an objective mean. */
export const objectiveDefinitions = {
  span: `From the objective's start, or its creation, to now; of more than ${MAX_DAYS} days the newest.`,
  ideal: `${ideal}, the objective's endDate; none without one.`,
  ...burnDown,
  ...flow,
};
