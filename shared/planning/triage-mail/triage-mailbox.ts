import { confirmedSender } from '../../identity/inbound-mail/confirmed-sender.ts';
import type {
  Delivery,
  Mailbox,
  MailboxServices,
  MailProblem,
  Refusal,
} from '../../identity/inbound-mail/mailbox.ts';
import { problemTexts } from '../../identity/inbound-mail/problem-texts.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, increment } from '../../kernel/db/write.ts';
import type { RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { mailStory } from './mail-story.ts';
import { addressUnchanged, getTriageAddressItem, hasToken, toStoredAddress } from './triage-address-store.ts';
import { parseTriageAddress, type StoredAddress } from './triage-address.ts';

const MEBIBYTE = 1_024 * 1_024;

/** The largest mail that a triage takes, in MiB, with its files as they are encoded. */
const MAIL_MAX_MEBIBYTES = 36;

const HOUR_MS = 60 * 60 * 1_000;
/** Mails that an address takes. */
export const ADDRESS_LIMIT: RateLimit = { name: 'triage address', most: 200, span: HOUR_MS };
/** Mails that all addresses of a workspace take. */
export const WORKSPACE_LIMIT: RateLimit = { name: 'triage mail of workspace', most: 2_000, span: HOUR_MS };

type NamedMailbox = Pick<StoredAddress, 'teamId' | 'token'>;

/** Makes a story of each mail in the triage of the team that it was sent to. */
export const triageMailbox: Mailbox = {
  async find(address, services) {
    const named = parseTriageAddress(address);
    const item = named && (await getTriageAddressItem(createReader(services.database), named.teamId));
    if (!item || !hasToken(item, named.token)) return undefined;
    const { workspaceId } = toStoredAddress(item);
    return {
      id: named.teamId,
      limits: [
        [ADDRESS_LIMIT, named.token],
        [WORKSPACE_LIMIT, workspaceId],
      ],
      tenant: workspaceId,
      logged: { teamId: named.teamId },
      mailMaxBytes: MAIL_MAX_MEBIBYTES * MEBIBYTE,
      deliver: (delivery) => deliver(services, named, delivery),
      refuseUnread: async (delivery, problem) => refusal(delivery, problem),
    };
  },
};

/** Only a sender whom their domain confirms gets an answer: anyone else may be forged. */
function refusal({ mail, notice }: Delivery, problem: MailProblem): Refusal {
  const to = confirmedSender(mail, notice);
  const text = { ...problemTexts, 'too large': TOO_LARGE }[problem];
  return {
    reason: problem,
    ...(to === undefined ? {} : { answer: { to, title: 'Your email was not accepted', paragraphs: [text] } }),
  };
}

const TOO_LARGE = `It is larger than ${MAIL_MAX_MEBIBYTES} MB with its files. Send it again with fewer or smaller ones.`;

/** Makes the story of one team. Returns why it is left out. */
async function deliver(
  services: MailboxServices,
  named: NamedMailbox,
  delivery: Delivery,
): Promise<Refusal | undefined> {
  try {
    const reason = await deliverOnce(services, named, delivery);
    return reason === undefined ? undefined : { reason };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'quota_exceeded') return { reason: 'quota of stories' };
    throw error;
  }
}

async function deliverOnce(
  { database, now: clock, setting }: MailboxServices,
  { teamId, token }: NamedMailbox,
  { notice, mail, receivedId, received }: Delivery,
): Promise<string | undefined> {
  const now = clock();
  const read = createReader(database);
  const [item, team] = await Promise.all([getTriageAddressItem(read, teamId), getTeamRules(read, teamId)]);
  if (!item || !team || !hasToken(item, token)) return 'unknown address';
  if (!team.intakeEnabled) return 'the team has no triage';
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
  await commit(database, [received, addressUnchanged(address, writeConflict), ...changes], actor);
  return undefined;
}
