import { Accepted, type OperationContext, type ReplayCall } from '../../kernel/core/call.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { showJob, type RevertJob, type ShownJob } from './revert-job.ts';
import { getOutcomeParts, getRevertJob, shortened } from './revert-job-store.ts';
import { merged } from './revert-steps.ts';
import { nothingReverted, type RevertOutcome } from './revert-outcome.ts';
import type { RevertSource } from './revert-source.ts';
import { visibleOutcome } from './visible-outcome.ts';

/** The answer to a reversal: what it did, or the job that goes on. */
export type RevertAnswer = RevertOutcome | Accepted<{ job: ShownJob }>;

/** The most characters of an outcome that is recorded with the request's key; a longer one is stored as a job's is. */
const RECORDED_MAX_CHARACTERS = 50_000;

/** What a request with a key records of its reversal. */
type RevertRecord =
  { source: RevertSource; outcome: RevertOutcome } | { outcomeOf: string } | { job: string };

/** An outcome for requests that are sent again; undefined if it is too long. */
export function recordOf(source: RevertSource, outcome: RevertOutcome): string | undefined {
  const conflicts = outcome.conflicts.map((one) => ({ ...one, now: shortened(one.now) }));
  const record = JSON.stringify({ source, outcome: { ...outcome, conflicts } } satisfies RevertRecord);
  return record.length <= RECORDED_MAX_CHARACTERS ? record : undefined;
}

/** The answer to a request that is sent again, of what the caller can see now. */
export async function recordedAnswer({ resourceId, ...context }: ReplayCall): Promise<RevertAnswer> {
  const record = JSON.parse(resourceId) as RevertRecord;
  if ('source' in record) return await visibleOutcome(context, record.source, record.outcome);
  const job = await getRevertJob(context.read, 'job' in record ? record.job : record.outcomeOf);
  if (!job) throw notFound('job');
  return 'job' in record ? new Accepted({ job: showJob(job) }) : await outcomeOfJob(context, job);
}

/** What came of a job so far, of what the caller can see now. */
export async function outcomeOfJob(context: OperationContext, job: RevertJob): Promise<RevertOutcome> {
  const parts = await getOutcomeParts(context.read, job.id);
  return await visibleOutcome(context, job.request.source, merged(nothingReverted(job.request.isDry), parts));
}
