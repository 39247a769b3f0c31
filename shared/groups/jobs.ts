import { refreshForecasts } from '../analysis/refresh-forecasts.ts';
import type { JobHandlers } from '../jobs/run-job.ts';
import { replanMember } from '../planner/replan-member.ts';

/** What does each job. */
export const jobHandlers: JobHandlers = {
  forecast: refreshForecasts,
  schedule: replanMember,
  // Calendars in time zones are large, and few jobs need them.
  cadence: async (context, teamId) =>
    (await import('../cascades/run-cadence.ts')).runCadence(context, teamId),
};
