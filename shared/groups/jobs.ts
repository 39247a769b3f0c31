import { refreshForecasts } from '../analysis/refresh-forecasts.ts';
import type { JobHandlers } from '../jobs/run-job.ts';

/** What does each job. */
export const jobHandlers: JobHandlers = { forecast: refreshForecasts };
