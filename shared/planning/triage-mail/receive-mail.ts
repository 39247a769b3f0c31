import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { logger } from '../../kernel/core/logger.ts';
import type { Clock } from '../../kernel/core/clock.ts';
import type { Database } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { orRedeliver, retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit, increment } from '../../kernel/db/write.ts';
import {
  countAttempt,
  isLimitReached,
  LimitReached,
  type RateLimit,
} from '../../kernel/rate-limits/rate-limit-store.ts';
import { getTeamRules } from '../../identity/teams/team-store.ts';
import { LEFT_OUT_MESSAGE } from './left-out.ts';
import { mailStory } from './mail-story.ts';
import type { MailNotice } from './mail-notice.ts';
import { parseMail, type ParsedMail } from './parsed-mail.ts';
import { receivedIdOf, recordReceived, wasReceived } from './received-mail-store.ts';
import { addressUnchanged, getTriageAddressItem, hasToken, toStoredAddress } from './triage-address-store.ts';
import { parseTriageAddress } from './triage-address.ts';

/** The largest mail that is read, with its files as they are encoded. */
const MAIL_MAX_BYTES = 36 * 1_024 * 1_024;

/** Mails that an address takes. */
export const MAILS_PER_HOUR = 30;
const limit: RateLimit = { name: 'triage address', most: MAILS_PER_HOUR, span: 60 * 60 * 1_000 };

export interface ReceiverServices {
  database: Database;
  now: Clock;
  setting: (variable: string) => string | undefined;
  /** The size of a stored mail; undefined if it is gone. */
  sizeOf: (bucket: string, key: string) => Promise<number | undefined>;
  read: (bucket: string, key: string) => Promise<Uint8Array | undefined>;
  /** The address that the service sends mail from. */
  ownAddress: string;
}

/**
 * Makes a story of a mail in the triage of each team that it was sent to, once, however often it is delivered. What no
 * delivery could make a story of is logged and left out; any other error is thrown, so that the mail is delivered again.
 */
export async function receiveMail(services: ReceiverServices, notice: MailNotice): Promise<void> {
  const { deliveryId } = notice;
  const leftOut = (reason: string) => logger.warn(LEFT_OUT_MESSAGE, { deliveryId, reason });
  if (notice.isHarmful) return leftOut('spam or virus');
  // First, so that only those who know an address have the service read what they send.
  const teams = await existingAddresses(services, notice);
  if (teams.length === 0) return leftOut('unknown address');
  const size = await services.sizeOf(notice.bucket, notice.key);
  if (size === undefined) throw new Error('The mail is not in the bucket.');
  if (size > MAIL_MAX_BYTES) return leftOut('too large');
  const mail = await parseMail((await services.read(notice.bucket, notice.key))!);
  if (!mail) return leftOut('unreadable');
  if (isAnswer(notice, mail, services)) return leftOut('automatic');
  const failures: unknown[] = [];
  for (const team of teams) {
    try {
      const reason = await retryOnConflict(
        () => deliver(services, { ...team, notice, mail }),
        orRedeliver('The team of a mail was changed repeatedly by others.'),
      );
      if (reason !== undefined) logger.warn(LEFT_OUT_MESSAGE, { deliveryId, teamId: team.teamId, reason });
    } catch (error) {
      // The other teams, perhaps of other workspaces, get it all the same.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The teams that a mail was sent to, of the addresses that exist. */
async function existingAddresses({ database }: ReceiverServices, { recipients }: MailNotice) {
  const read = createReader(database);
  const found = await Promise.all(
    recipients.map(async (one) => {
      const named = parseTriageAddress(one);
      const item = named && (await getTriageAddressItem(read, named.teamId));
      return item && hasToken(item, named.token) ? [named] : [];
    }),
  );
  return found.flat();
}

/** Whether a mail was sent by a program, perhaps as an answer to one of the service: stories of these could go on forever. */
const isAnswer = ({ returnPath }: MailNotice, mail: ParsedMail, { ownAddress }: ReceiverServices): boolean =>
  mail.isAutomatic ||
  ['', '<>'].includes(returnPath) ||
  mail.from?.address.toLowerCase() === ownAddress.toLowerCase();

interface Delivery {
  teamId: string;
  token: string;
  notice: MailNotice;
  mail: ParsedMail;
}

/** Makes the story of one team. Returns why it is left out. */
async function deliver(services: ReceiverServices, delivery: Delivery): Promise<string | undefined> {
  try {
    return await deliverOnce(services, delivery);
  } catch (error) {
    if (error instanceof AlreadyReceived) return undefined;
    if (error instanceof LimitReached) return 'too many in an hour';
    if (error instanceof ApiError && error.code === 'quota_exceeded') return 'quota of stories';
    throw error;
  }
}

async function deliverOnce(
  { database, now: clock, setting }: ReceiverServices,
  { teamId, token, notice, mail }: Delivery,
): Promise<string | undefined> {
  const now = clock();
  const read = createReader(database);
  const receivedId = receivedIdOf(teamId, mail, notice);
  const [item, team, isKnown, isFull] = await Promise.all([
    getTriageAddressItem(read, teamId),
    getTeamRules(read, teamId),
    wasReceived(read, receivedId),
    isLimitReached(read, limit, token, now),
  ]);
  if (!item || !team || !hasToken(item, token)) return 'unknown address';
  if (isKnown) return undefined;
  if (!team.intakeEnabled) return 'the team has no triage';
  // Before its files are stored, which no one would ever see.
  if (isFull) throw new LimitReached();
  const address = toStoredAddress(item);
  const { changes, actor } = await mailStory(mail, {
    address,
    team,
    read,
    now,
    setting,
    sentBy: notice.sentBy,
    attachmentSeed: { text: receivedId, at: notice.receivedAt.getTime() },
    drawNumber: (counter) => increment(database, counter, now),
  });
  const once = recordReceived(receivedId, now, () => new AlreadyReceived());
  const counted = countAttempt(limit, token, now);
  await commit(database, [once, addressUnchanged(address, writeConflict), counted, ...changes], actor);
  return undefined;
}

class AlreadyReceived extends Error {
  override name = 'AlreadyReceived';
}
