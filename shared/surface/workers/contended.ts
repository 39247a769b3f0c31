import type { Database } from '../../kernel/core/database.ts';
import { toItemChange, type StreamRecord } from '../../kernel/db/stream-record.ts';
import { isUnavailable } from '../../kernel/db/unavailable.ts';
import type { Projection } from '../../kernel/log/projection.ts';
import { createSlotPool } from '../../kernel/slots/slot-pool.ts';
import {
  sendNextAttempt,
  sendBack,
  type ContendedRecord,
  type SendRecords,
} from '../../projections/contended-record.ts';
import { project } from '../../projections/project.ts';
import { projections } from './projections.ts';

/** How long a record whose attempts cannot begin is queued again; then the queue retains it for the operator. */
const WAITING_MAX_MS = 6 * 60 * 60 * 1000;
const WAITS_FOR = { database: 'the database was unavailable', slot: 'no slot was free' };

interface ContendedServices {
  database: Database;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  /** The maximum number of concurrent jobs and records of one workspace. */
  slots: number;
  send: SendRecords;
}

/**
 * Processes a record that the projector handed over, in one of its workspace's slots of jobs. It is queued again while
 * others still write the same items, which counts as an attempt, and while no slot is free or the database is unavailable,
 * which does not, for six hours. Throws after the last attempt, and if it can never be processed, so that the queue retains it.
 */
export async function workOnContended(
  services: ContendedServices,
  message: ContendedRecord,
  among: readonly Projection[] = projections,
): Promise<void> {
  const reason = await attempt(services, message, among);
  if (reason === undefined) return;
  if (reason !== 'contended') return await waitOn(services, message, reason);
  if (!(await sendNextAttempt(message, services)))
    throw new Error(`A record of ${message.projection} met other writes in every attempt.`);
}

/** Has a record wait whose attempt could not begin; throws after hours of that. */
async function waitOn(
  services: ContendedServices,
  message: ContendedRecord,
  reason: 'database' | 'slot',
): Promise<void> {
  const { waitingSince = services.now().toISOString() } = message;
  if (services.now().getTime() - Date.parse(waitingSince) > WAITING_MAX_MS)
    throw new Error(`A record of ${message.projection} could not begin for hours: ${WAITS_FOR[reason]}.`);
  await sendBack({ ...message, waitingSince }, reason, services);
}

/** Returns why the record is not processed; undefined if it is. */
async function attempt(
  services: ContendedServices,
  message: ContendedRecord,
  among: readonly Projection[],
): Promise<'contended' | 'database' | 'slot' | undefined> {
  const { database, now } = services;
  let release: (() => Promise<void>) | undefined;
  try {
    release = await createSlotPool('jobs', services).acquire(message.workspaceId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return 'database';
  }
  if (!release) return 'slot';
  try {
    const concerned = among.filter(({ name }) => name === message.projection);
    const context = { database, now: now(), ...message.settings };
    const changes = [toItemChange(message.record as StreamRecord)];
    const { stoppedBy, unprocessed } = await project(concerned, context, changes);
    const [failed] = unprocessed;
    if (failed) throw failed.error;
    return stoppedBy === 'unavailable' ? 'database' : stoppedBy;
  } finally {
    // What keeps it from being released ends with its lease.
    await release().catch(() => undefined);
  }
}
