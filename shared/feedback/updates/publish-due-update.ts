import { nextTimestamp } from '../../kernel/core/clock.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { renderBody } from './render-body.ts';
import { getUpdate, replaceUpdate, toUpdate } from './update-store.ts';

/**
 * Publishes a scheduled update once its time has come, provided that it is unchanged, so that this happens once. Returns
 * when it is due; undefined if it is published, deleted or no longer scheduled.
 */
export const publishDueUpdate = (context: JobContext, id: string): Promise<Date | undefined> =>
  retryOnConflict(
    () => publishIfDue(context, id),
    orRedeliver('A scheduled update was changed repeatedly by others.'),
  );

async function publishIfDue({ database, now }: JobContext, id: string): Promise<Date | undefined> {
  const item = await getUpdate(createReader(database), id);
  const update = item && toUpdate(item);
  if (!update?.scheduledFor || update.publishedAt !== null) return undefined;
  if (update.scheduledFor > now.toISOString()) return new Date(update.scheduledFor);
  const updatedAt = nextTimestamp(now, update.updatedAt);
  const next = { ...update, publishedAt: updatedAt, scheduledFor: null, updatedAt };
  const rendered = { update: next, markup: await renderBody(next) };
  await commit(database, replaceUpdate(rendered, update, writeConflict, writeConflict));
  return undefined;
}
