import { sendMessages } from '../kernel/core/queue.ts';
import { requiredEnv } from '../kernel/core/env.ts';
import { logger } from '../kernel/core/logger.ts';
import type { ProjectionContext } from '../kernel/log/projection.ts';
import type { ContendedChange } from './project.ts';
import { workspaceOf } from './workspace-of.ts';

/** Delays in seconds before each attempt of a worker; after the last one, the queue retains the message for the operator. */
const ATTEMPT_SECONDS = [1, 5, 30, 120, 600];
/** The largest message in bytes; the queue accepts 256 KiB (AWS limit). */
const MESSAGE_MAX_BYTES = 200_000;

/** A message of the queue of jobs: a stream record that one projection is to process, apart from the stream. */
export interface ContendedRecord {
  projection: string;
  /** As the stream delivered it. */
  record: unknown;
  workspaceId: string;
  settings: ProjectionSettings;
  attempt: number;
}

/** The settings of the environment that projections depend on, which workers of jobs do not have. */
type ProjectionSettings = Required<Pick<ProjectionContext, 'sendsMail' | 'auditRetentionMs'>>;

type Sent = ContendedChange & { record: unknown };

/**
 * Queues the records of changes that met others' writes again and again, by workspace, so that the stream goes on. Returns
 * those that are too large for the queue. Throws if the queue did not accept some, in which case the stream delivers again.
 */
export async function sendContended(
  contended: readonly Sent[],
  { sendsMail, auditRetentionMs }: ProjectionSettings,
): Promise<Sent[]> {
  const messages = contended.map((one) => {
    const { before, after, key } = one.change;
    const workspaceId = workspaceOf({ ...key, ...before, ...after }) ?? key.pk;
    const settings = { sendsMail, auditRetentionMs };
    const message = { projection: one.projection, record: one.record, workspaceId, settings, attempt: 0 };
    return { one, message, isLarge: Buffer.byteLength(JSON.stringify(message)) > MESSAGE_MAX_BYTES };
  });
  const fitting = messages.filter(({ isLarge }) => !isLarge).map(({ message }) => message);
  await send(fitting);
  logger.info('stream records handed over', { records: fitting.length });
  return messages.filter(({ isLarge }) => isLarge).map(({ one }) => one);
}

/** Queues a record for its next attempt. Returns whether there is one. */
export async function sendAgain(message: ContendedRecord): Promise<boolean> {
  const attempt = message.attempt + 1;
  if (attempt >= ATTEMPT_SECONDS.length) return false;
  await send([{ ...message, attempt }]);
  return true;
}

async function send(messages: readonly ContendedRecord[]): Promise<void> {
  const url = requiredEnv('JOB_QUEUE_URL');
  const tenantOf = ({ workspaceId }: ContendedRecord) => workspaceId;
  // Each message alone: ten of them can exceed what the queue accepts in one call.
  await Promise.all(
    messages.map((message) =>
      sendMessages(url, [message], { tenantOf, delaySeconds: ATTEMPT_SECONDS[message.attempt] }),
    ),
  );
}
