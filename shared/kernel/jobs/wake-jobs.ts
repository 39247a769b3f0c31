import { errorFields, logger } from '../core/logger.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { isLeased, jobKind, toJob, toJobState, type Job, type JobState } from './job-store.ts';

/** A message saying that a job is due; the table says whether it still is. */
export interface JobMessage extends Job {
  /** The number of times that the message was deferred because its workspace had no free slot. */
  deferred?: number;
}

/** Queues messages with a delay in seconds. They may be lost, and arrive twice. */
export type SendJobs = (messages: readonly JobMessage[], delaySeconds?: number) => Promise<void>;

/** The fair-queue tenant of a job: its workspace or, if that is unknown, the team. */
export const jobTenant = ({ workspaceId, ownerId }: Job): string => workspaceId ?? ownerId.split('#')[0]!;

/**
 * The horizon within which messages are sent, in milliseconds; the schedule, which runs every minute, wakes later jobs.
 */
const SOON_MS = 60_000;

/**
 * The delay in seconds until a worker should run a job; undefined if a worker holds it, if it is not requested, or if
 * the schedule runs before.
 */
export function secondsUntilDue(state: JobState, now: Date): number | undefined {
  if (state.dueAt === undefined || isLeased(state, now)) return undefined;
  const waitMs = Math.max(0, Date.parse(state.dueAt) - now.getTime());
  return waitMs < SOON_MS ? Math.ceil(waitMs / 1_000) : undefined;
}

/**
 * Wakes workers for jobs that have become due by changes of the table, with one message each. If sending fails, the
 * schedule wakes them.
 */
export async function wakeChangedJobs(
  changes: readonly ItemChange[],
  now: Date,
  send: SendJobs,
): Promise<void> {
  const last = new Map(changes.filter(({ key }) => jobKind.includes(key)).map((one) => [one.key.pk, one]));
  const due = [...last.values()].flatMap(({ after }) => {
    const delaySeconds = secondsUntilDue(toJobState(after), now);
    return after && delaySeconds !== undefined ? [{ job: toJob(after), delaySeconds }] : [];
  });
  try {
    for (const [delaySeconds, some] of Map.groupBy(due, (one) => one.delaySeconds)) {
      await send(
        some.map(({ job }) => job),
        delaySeconds,
      );
    }
  } catch (error) {
    logger.error('jobs could not be queued', { jobs: due.length, ...errorFields(error) });
  }
}
