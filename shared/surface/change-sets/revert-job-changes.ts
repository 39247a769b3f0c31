import type { Change, Item } from '../../kernel/core/database.ts';
import { moveJob, type Job } from '../../kernel/jobs/job-store.ts';
import { JOB_DAYS, type RevertJob } from './revert-job.ts';
import { partKey, revertJobKey, shortened } from './revert-job-store.ts';
import type { RevertOutcome } from './revert-outcome.ts';

/** The most resources of a part: an item holds 400 KB. */
const PART_MAX = 100;

const DAY_SECONDS = 24 * 60 * 60;

const ttlOf = ({ createdAt }: RevertJob): number =>
  Math.ceil(Date.parse(createdAt) / 1_000) + JOB_DAYS * DAY_SECONDS;

const itemOf = (job: RevertJob): Item => ({
  ...revertJobKey(job.id),
  workspaceId: job.workspaceId,
  doc: JSON.stringify(job),
  updatedAt: job.updatedAt,
  ttl: ttlOf(job),
});

/** A job as it is stored, with the changes that store it. */
interface StoredJob {
  job: RevertJob;
  changes: Change[];
}

/** A new job with what was done before it. */
export function putRevertJob(begun: RevertJob, outcome: RevertOutcome): StoredJob {
  const parts = partsOf(begun, outcome);
  const job = { ...begun, parts: parts.length };
  return { job, changes: [{ put: itemOf(job), if: 'absent' }, ...parts] };
}

/** A job that has come further, with what it has done since. Throws `stale` if another worker has changed it. */
export function replaceRevertJob(
  next: RevertJob,
  outcome: RevertOutcome,
  { updatedAt }: Pick<RevertJob, 'updatedAt'>,
  stale: () => Error,
): StoredJob {
  const parts = partsOf(next, outcome);
  const job = { ...next, parts: next.parts + parts.length };
  const put = { put: itemOf(job), if: { equals: { updatedAt } }, onConditionFailed: stale };
  return { job, changes: [put, ...parts] };
}

function partsOf(job: RevertJob, outcome: RevertOutcome): Change[] {
  const { reverted, conflicts, irreversible, ...rest } = outcome;
  const count = Math.max(reverted.length, conflicts.length, irreversible.length);
  return Array.from({ length: Math.ceil(count / PART_MAX) }, (_, at): Change => {
    const some = <T>(all: readonly T[]) => all.slice(at * PART_MAX, (at + 1) * PART_MAX);
    const part = {
      ...rest,
      reverted: some(reverted),
      conflicts: some(conflicts).map((one) => ({ ...one, now: shortened(one.now) })),
      irreversible: some(irreversible),
    };
    const { workspaceId } = job;
    return {
      put: {
        ...partKey(job.id, job.parts + at),
        workspaceId,
        outcome: JSON.stringify(part),
        ttl: ttlOf(job),
      },
    };
  });
}

/** The background work of a job. */
const workOf = ({ id, workspaceId }: Pick<RevertJob, 'id' | 'workspaceId'>): Job => ({
  name: 'revert',
  ownerId: id,
  workspaceId,
});

/** Makes a new job due at once. */
export const requestRevertJob = (job: RevertJob, now: Date): Change =>
  moveJob(
    workOf(job),
    { isNew: true, dueAt: undefined, leasedUntil: undefined, workspaceId: job.workspaceId },
    { dueAt: now.toISOString(), leasedUntil: undefined },
    () => new Error('The id of a job was used twice.'),
  );
