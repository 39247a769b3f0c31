import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { JOB_DAYS, jobDetailsSchema, showJob } from './revert-job.ts';
import { getRevertJob } from './revert-job-store.ts';

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  path: `${WORKSPACE_PATH}/jobs/{jobId}`,
  tag: 'Changes',
  summary: 'Get a job',
  description: `Returns how far a job of the caller is that a request was answered with (202), and what all of it did so far: \`done\` when it has ended, \`failed\` with the reason in \`problem\`. Kept for ${JOB_DAYS} days.`,
  // The outcome has what the caller can see.
  scopes: [],
  errors: ['not_found'],
  params: { jobId: uuid() },
  output: jobDetailsSchema,
  load: ({ path, read }) => ({ job: getRevertJob(read, path.jobId) }),
  handle: async ({ path: _, query: __, body: ___, loaded: { job }, ...context }) => {
    const { workspaceId, principalId } = context.caller;
    if (job?.workspaceId !== workspaceId || job.owner.principalId !== principalId) throw notFound('job');
    // Imported on demand to keep the bundle under 250 KB.
    const { outcomeOfJob } = await import('./revert-record.ts');
    const outcome = await outcomeOfJob(context, job);
    const { problem, createdAt, updatedAt } = job;
    return { ...showJob(job), outcome, problem, createdAt, updatedAt };
  },
});
