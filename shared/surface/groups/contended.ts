import { toItemChange, type StreamRecord } from '../../kernel/db/stream-record.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { sendAgain, type ContendedRecord } from '../../projections/contended-record.ts';
import { project } from '../../projections/project.ts';
import { projections } from './projections.ts';

/**
 * Processes a record that the projector handed over. While others still write the same items, or the database is
 * unavailable, it is queued again. Throws after the last attempt, and if it can never be processed, so that the queue
 * retains it.
 */
export async function workOnContended(
  services: Pick<ProjectionContext, 'database' | 'now'>,
  message: ContendedRecord,
): Promise<void> {
  const concerned = projections.filter(({ name }) => name === message.projection);
  const changes = [toItemChange(message.record as StreamRecord)];
  const { retryFrom, unprocessed } = await project(concerned, { ...services, ...message.settings }, changes);
  const [failed] = unprocessed;
  if (failed) throw failed.error;
  if (retryFrom && !(await sendAgain(message)))
    throw new Error(`A record of ${message.projection} met other writes in every attempt.`);
}
