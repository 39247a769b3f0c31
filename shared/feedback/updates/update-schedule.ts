import type { Change, Reader } from '../../kernel/core/database.ts';
import { conflict, invalidRequest, writeConflict } from '../../kernel/core/errors.ts';
import { getJob, moveJob, type Job } from '../../kernel/jobs/job-store.ts';
import type { FeedbackUpdate } from './update.ts';

/** The job that publishes an update at its time. */
export const publicationOf = (updateId: string, workspaceId?: string): Job => ({
  name: 'publish_update',
  ownerId: updateId,
  workspaceId,
});

/**
 * Throws a 400 for a time that has passed, and a 409 for an update that is public. An update keeps the time that it
 * has, even when that has come.
 */
export function assertSchedulable(
  { scheduledFor, publishedAt }: Pick<FeedbackUpdate, 'scheduledFor' | 'publishedAt'>,
  previous: string | null,
  now: Date,
): void {
  if (scheduledFor === null || scheduledFor === previous) return;
  if (publishedAt !== null) {
    throw conflict('The update is published already.', 'Withdraw it before you schedule it.');
  }
  if (scheduledFor > now.toISOString()) return;
  throw invalidRequest(
    [{ path: 'scheduledFor', message: 'must be in the future' }],
    'Call publishFeedbackUpdate to publish the update now.',
  );
}

/**
 * The changes that have an update published at its time. A worker that holds its job sees that it was moved, and leaves it.
 * A job that is not moved looks at what the update says when it runs.
 */
export async function scheduleChanges(
  read: Reader,
  { id, scheduledFor }: FeedbackUpdate,
  previous: string | null,
  workspaceId: string,
): Promise<Change[]> {
  if (scheduledFor === null || scheduledFor === previous) return [];
  const job = publicationOf(id, workspaceId);
  const state = await getJob(read, job);
  return [moveJob(job, state, { ...state, dueAt: scheduledFor }, writeConflict)];
}
