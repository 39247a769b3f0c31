import { jobKind, toJob } from '../jobs/job-store.ts';
import { runJob, type JobHandlers } from '../jobs/run-job.ts';
import type { Projection } from './projection.ts';

/** Does jobs as soon as they are requested; a schedule does those whose time comes later. */
export const jobs = (handlers: JobHandlers): Projection => ({
  name: 'jobs',
  follows: [jobKind],
  deletionsOnly: false,
  async handle(context, changes) {
    for (const pk of new Set(changes.map(({ key }) => key.pk))) {
      await runJob(handlers, context, { job: toJob({ pk }), holder: 'stream' });
    }
  },
  rebuild: { leads: (item) => (jobKind.includes(item) ? [{ key: item }] : []) },
});
