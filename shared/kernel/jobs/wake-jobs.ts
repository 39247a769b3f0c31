import { errorFields, logger } from '../core/logger.ts';
import type { ItemChange } from '../db/stream-record.ts';
import { isLeased, jobKind, toJob, toJobState, type Job, type JobState } from './job-store.ts';

/** A message saying that a job is due; the table says whether it still is. */
export interface JobMessage extends Job {
  /** How often the message was sent again because its workspace had as many jobs at work as it may have. */
  deferred?: number;
}

/** Queues messages with a delay in seconds. They may be lost, and arrive twice. */
export type SendJobs = (messages: readonly JobMessage[], delaySeconds?: number) => Promise<void>;

/** Whose job it is: its workspace or, of a team whose workspace is not known, the team. */
export const jobTenant = ({ workspaceId, ownerId }: Job): string => workspaceId ?? ownerId.split('#')[0]!;

/** What is due later is woken by the schedule, which runs each minute. */
const SOON_MS = 60_000;

/**
 * In how many seconds a worker is to do a job; undefined if one holds it, if it is not requested, or if the schedule runs
 * before.
 */
export function secondsUntilDue(state: JobState, now: Date): number | undefined {
  if (state.dueAt === undefined || isLeased(state, now)) return undefined;
  const waitMs = Math.max(0, Date.parse(state.dueAt) - now.getTime());
  return waitMs < SOON_MS ? Math.ceil(waitMs / 1_000) : undefined;
}

/**
 * Wakes workers for the jobs that changes of the table leave due, each with one message. What cannot be sent is woken by
 * the schedule.
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
