import { writeConflict } from '../../kernel/core/errors.ts';
import { logger } from '../../kernel/core/logger.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import {
  claimMail,
  dropMail,
  endSentMail,
  failMail,
  getPendingMail,
  postponeMail,
  toWake,
  type StoredMail,
} from './mail-store.ts';
import { MailOutcomeUnknown, MailRefused } from '../../kernel/net/outgoing-mail.ts';
import type { MailServices } from './mail-services.ts';
import { countNews } from './news-limits.ts';
import { heldBack, prepareMail } from './prepare-mail.ts';
import { getStopReason } from './stopped-address-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The timeout for the sender's answer or notice, before another attempt. */
export const LEASE_MS = 15 * MINUTE_MS;
/** The time after which no further attempts are made. */
const GIVE_UP_MS = 24 * HOUR_MS;
/** Waits between attempts; the last one repeats. */
const RETRY_MS = [10_000, 30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS];

/** The outcome of an attempt; `none` if there was nothing to do. */
type MailOutcome = 'none' | 'sent' | 'dropped' | 'postponed' | 'unknown' | 'failed';

/**
 * Sends a mail that is due. It is claimed first, so that no two workers send it; when it is unknown whether the sender
 * took it, it waits for the sender's own notice (`endSentMail`) before it is sent again.
 */
export async function sendMail(services: MailServices, id: string): Promise<MailOutcome> {
  const { database, now: clock, randomBytes } = services;
  const read = createReader(database);
  const mail = await getPendingMail(read, id);
  const now = clock();
  if (!mail || mail.dueAt > now.toISOString()) return 'none';
  const { content, expiresAt } = mail;
  const expired = expiresAt !== undefined && expiresAt <= now.toISOString();
  const why = expired
    ? 'expired'
    : ((await getStopReason(read, content.to)) ?? (await heldBack(services, mail)));
  if (why !== undefined) return await drop(services, mail, why);
  const holder = randomBytes(12).toString('base64url');
  const until = new Date(now.getTime() + LEASE_MS);
  if (!(await tryCommit(database, [claimMail(mail, { holder, until }, writeConflict)]))) return 'none';
  const counted = await countNews(database, mail, now);
  if (!counted) {
    return await postpone(services, mail, {
      holder,
      at: new Date(now.getTime() + HOUR_MS),
      error: 'limited',
    });
  }
  return await attempt(services, mail, { holder, refund: counted });
}

interface Attempt {
  holder: string;
  /** Uncounts the mail. */
  refund: () => Promise<unknown>;
}

async function attempt(
  services: MailServices,
  mail: StoredMail,
  { holder, refund }: Attempt,
): Promise<MailOutcome> {
  const { database, now: clock } = services;
  let afterwards: () => Promise<void>;
  try {
    const prepared = await prepareMail(services, mail);
    await services.send(prepared.outgoing);
    ({ afterwards } = prepared);
  } catch (error) {
    if (error instanceof MailOutcomeUnknown) {
      logger.warn('mail outcome unknown', { mailId: mail.id, error: error.message });
      return 'unknown';
    }
    await refund();
    const now = clock();
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const reason = `${name}: ${message}`;
    const age = now.getTime() - Date.parse(mail.createdAt);
    if (error instanceof MailRefused || age >= GIVE_UP_MS) {
      logger.error('mail failed', { mailId: mail.id, attempts: mail.attempts + 1, error: reason });
      await tryCommit(database, [failMail(mail.id, { holder, now, error: reason }, writeConflict)]);
      return 'failed';
    }
    logger.warn('mail postponed', { mailId: mail.id, attempts: mail.attempts + 1, error: reason });
    const wait = RETRY_MS[Math.min(mail.attempts, RETRY_MS.length - 1)]!;
    return await postpone(services, mail, { holder, at: new Date(now.getTime() + wait), error: reason });
  }
  await commit(database, [endSentMail(mail.id, clock(), writeConflict)]);
  await afterwards();
  return 'sent';
}

/** Mail that its reader will not need any more at that time is dropped instead. */
async function postpone(
  services: MailServices,
  mail: StoredMail,
  { holder, at, error }: { holder: string; at: Date; error: string },
): Promise<MailOutcome> {
  const { database } = services;
  const { id, expiresAt } = mail;
  if (!(await tryCommit(database, [postponeMail(id, { holder, at, error }, writeConflict)]))) return 'none';
  if (expiresAt !== undefined && expiresAt <= at.toISOString()) {
    return await drop(services, { id, state: 'queued', dueAt: at.toISOString() }, error);
  }
  const seconds = Math.ceil((at.getTime() - services.now().getTime()) / 1000);
  // What is further away than a message can wait is found by the sweeper.
  if (seconds <= MESSAGE_DELAY_MAX_SECONDS) await services.wake([toWake(mail)], seconds);
  return 'postponed';
}

/** The longest delay of a message (AWS limit). */
const MESSAGE_DELAY_MAX_SECONDS = 900;

async function drop(
  { database }: MailServices,
  mail: Pick<StoredMail, 'id' | 'state' | 'dueAt'>,
  why: string,
): Promise<MailOutcome> {
  logger.warn('mail dropped', { mailId: mail.id, why });
  return (await tryCommit(database, [dropMail(mail, why, writeConflict)])) ? 'dropped' : 'none';
}

/** Records the sender's notice that it has taken a mail; of an unknown one, nothing. */
export async function recordSent({ database, now }: MailServices, id: string): Promise<void> {
  await tryCommit(database, [endSentMail(id, now(), writeConflict)]);
}
