import { confirmedSender } from '../../identity/inbound-mail/confirmed-sender.ts';
import type { Delivery, Mailbox, MailboxServices, Refusal } from '../../identity/inbound-mail/mailbox.ts';
import { getTeamRules } from '../../identity/teams/team-store.ts';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, increment } from '../../kernel/db/write.ts';
import {
  countAttempt,
  isLimitReached,
  LimitReached,
  type RateLimit,
} from '../../kernel/rate-limits/rate-limit-store.ts';
import { mailStory } from './mail-story.ts';
import { addressUnchanged, getTriageAddressItem, hasToken, toStoredAddress } from './triage-address-store.ts';
import { parseTriageAddress, type StoredAddress } from './triage-address.ts';

const MEBIBYTE = 1_024 * 1_024;

/** The largest mail that a triage takes, in MiB, with its files as they are encoded. */
const MAIL_MAX_MEBIBYTES = 36;

/** Mails that an address takes. */
export const MAILS_PER_HOUR = 30;
const limit: RateLimit = { name: 'triage address', most: MAILS_PER_HOUR, span: 60 * 60 * 1_000 };

type Named = Pick<StoredAddress, 'teamId' | 'token'>;

/** Makes a story of each mail in the triage of the team that it was sent to. */
export const triageMailbox: Mailbox = {
  async find(address, services) {
    const named = parseTriageAddress(address);
    const item = named && (await getTriageAddressItem(createReader(services.database), named.teamId));
    if (!item || !hasToken(item, named.token)) return undefined;
    return {
      id: named.teamId,
      logged: { teamId: named.teamId },
      mailMaxBytes: MAIL_MAX_MEBIBYTES * MEBIBYTE,
      deliver: (delivery) => deliver(services, named, delivery),
      refuseLarge: async (delivery) => tooLarge(delivery),
    };
  },
};

/** Only a sender whom their domain confirms is told: anyone else may be forged. */
function tooLarge({ mail, notice }: Delivery): Refusal {
  const to = confirmedSender(mail, notice);
  const text = `It is larger than ${MAIL_MAX_MEBIBYTES} MB with its files. Send it again with fewer or smaller ones.`;
  return {
    reason: 'too large',
    ...(to === undefined ? {} : { answer: { to, title: 'Your email was not accepted', paragraphs: [text] } }),
  };
}

/** Makes the story of one team. Returns why it is left out. */
async function deliver(
  services: MailboxServices,
  named: Named,
  delivery: Delivery,
): Promise<Refusal | undefined> {
  try {
    const reason = await deliverOnce(services, named, delivery);
    return reason === undefined ? undefined : { reason };
  } catch (error) {
    if (error instanceof LimitReached) return { reason: 'too many in an hour' };
    if (error instanceof ApiError && error.code === 'quota_exceeded') return { reason: 'quota of stories' };
    throw error;
  }
}

async function deliverOnce(
  { database, now: clock, setting }: MailboxServices,
  { teamId, token }: Named,
  { notice, mail, receivedId, received }: Delivery,
): Promise<string | undefined> {
  const now = clock();
  const read = createReader(database);
  const [item, team, isFull] = await Promise.all([
    getTriageAddressItem(read, teamId),
    getTeamRules(read, teamId),
    isLimitReached(read, limit, token, now),
  ]);
  if (!item || !team || !hasToken(item, token)) return 'unknown address';
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
  const counted = countAttempt(limit, token, now);
  await commit(database, [received, addressUnchanged(address, writeConflict), counted, ...changes], actor);
  return undefined;
}
