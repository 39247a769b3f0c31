import { sendMessages } from '../kernel/core/queue.ts';
import { requiredEnv } from '../kernel/core/env.ts';
import { logger } from '../kernel/core/logger.ts';
import type { ProjectionContext } from '../kernel/log/projection.ts';
import type { ContendedChange } from './project.ts';
import { workspaceOf } from './workspace-of.ts';

/** The longest delays in seconds before each attempt of a worker; after the last one, the queue retains the message for the operator. */
export const ATTEMPT_MAX_SECONDS = [5, 15, 60, 240, 900];
/** The longest delays in seconds where the attempt could not begin: the database was unavailable, or no slot was free. */
const WAIT_MAX_SECONDS = { database: 60, slot: 10 };
/** The largest message in bytes; the queue accepts 256 KiB (AWS limit). */
const MESSAGE_MAX_BYTES = 200_000;

/** A message of the queue of jobs: a stream record that one projection is to process separately from the stream. */
export interface ContendedRecord {
  projection: string;
  /** As the stream delivered it. */
  record: unknown;
  workspaceId: string;
  settings: ProjectionSettings;
  attempt: number;
  /** When an attempt could not begin first, as ISO 8601. */
  waitingSince?: string;
}

/** The settings of the environment that projections depend on, which workers of jobs do not have. */
type ProjectionSettings = Required<Pick<ProjectionContext, 'sendsMail' | 'auditRetentionMs'>>;

type SentRecord = ContendedChange & { record: unknown };

/** Queues messages by workspace, with a delay in seconds. Throws if the queue did not accept some. */
export type SendRecords = (messages: readonly ContendedRecord[], delaySeconds: number) => Promise<void>;

interface Sending {
  send: SendRecords;
  randomBytes: (size: number) => Buffer;
}

/**
 * Queues the records of changes that met others' writes again and again, by workspace, so that the stream goes on. Returns
 * those that are too large for the queue. Throws if the queue did not accept some, in which case the stream delivers again.
 */
export async function sendContended(
  contended: readonly SentRecord[],
  { sendsMail, auditRetentionMs }: ProjectionSettings,
  sending: Sending,
): Promise<SentRecord[]> {
  const messages = contended.map((one) => {
    const { before, after, key } = one.change;
    const workspaceId = workspaceOf({ ...key, ...before, ...after }) ?? key.pk;
    const settings = { sendsMail, auditRetentionMs };
    const message = { projection: one.projection, record: one.record, workspaceId, settings, attempt: 0 };
    return { one, message, isLarge: Buffer.byteLength(JSON.stringify(message)) > MESSAGE_MAX_BYTES };
  });
  const fitting = messages.filter(({ isLarge }) => !isLarge).map(({ message }) => message);
  await Promise.all(fitting.map((message) => sendAttempt(message, sending)));
  logger.info('stream records handed over', { records: fitting.length });
  return messages.filter(({ isLarge }) => isLarge).map(({ one }) => one);
}

/** Queues a record for its next attempt. Returns whether there is one. */
export async function sendNextAttempt(message: ContendedRecord, sending: Sending): Promise<boolean> {
  const attempt = message.attempt + 1;
  if (attempt >= ATTEMPT_MAX_SECONDS.length) return false;
  await sendAttempt({ ...message, attempt }, sending);
  return true;
}

/** Queues a record whose attempt could not begin, for the same attempt. */
export const sendBack = (
  message: ContendedRecord,
  reason: keyof typeof WAIT_MAX_SECONDS,
  { send, randomBytes }: Sending,
): Promise<void> => send([message], delayWithin(WAIT_MAX_SECONDS[reason], randomBytes));

const sendAttempt = (message: ContendedRecord, { send, randomBytes }: Sending): Promise<void> =>
  send([message], delayWithin(ATTEMPT_MAX_SECONDS[message.attempt]!, randomBytes));

/**
 * A delay between half of the longest and all of it. Records of one batch, which met the same writes, would meet each other
 * if they came back at one time.
 */
function delayWithin(maxSeconds: number, randomBytes: Sending['randomBytes']): number {
  const random = randomBytes(4).readUInt32BE() / 2 ** 32;
  return Math.floor((maxSeconds * (1 + random)) / 2) + 1;
}

export const sendRecords: SendRecords = async (messages, delaySeconds) => {
  const url = requiredEnv('JOB_QUEUE_URL');
  const tenantOf = ({ workspaceId }: ContendedRecord) => workspaceId;
  // Each message alone: ten of them can exceed what the queue accepts in one call.
  await Promise.all(messages.map((message) => sendMessages(url, [message], { tenantOf, delaySeconds })));
};
