import { createHmac, timingSafeEqual } from 'node:crypto';
import { INBOUND_DOMAIN_VARIABLE, localPartOf } from '../../identity/inbound-mail/inbound-domain.ts';
import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';

/** Who can reply to a mail, and the idea that the reply becomes a comment on. */
export interface Reply {
  userId: string;
  itemId: string;
}

interface AddressServices {
  keys: (purpose: 'mailReplies') => Promise<PurposeKeys>;
  now: () => Date;
}

const ID_BYTES = 16;
/**
 * With the ids, the 64 characters that fit before an `@` (RFC 5321). Each guess is a mail, and the sender's domain has to
 * confirm the person besides.
 */
const MAC_BYTES = 8;

/** Addresses are signed with the number of the period that they are made in. */
const PERIOD_DAYS = 30;
const PERIOD_MS = PERIOD_DAYS * 24 * 60 * 60 * 1_000;
/** The earlier periods whose addresses are valid. */
const VALID_PERIODS = 3;
/** For this many days at least, a mail can be replied to. */
export const REPLY_DAYS = PERIOD_DAYS * VALID_PERIODS;
/** The earlier periods whose addresses are known to have been valid, so that their senders get an answer. */
const KNOWN_PERIODS = 12;

const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS);

function macOf(ids: Buffer, period: number, key: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(ids).update(String(period)).digest();
  return mac.subarray(0, MAC_BYTES);
}

/**
 * The address that a person's reply about an idea is sent to: both ids, signed, in digits of base 32, since the case of
 * letters does not count there. Undefined in an environment that receives no mail.
 */
export async function replyAddress(
  { userId, itemId }: Reply,
  { keys, now, setting }: AddressServices & { setting: (name: string) => string | undefined },
): Promise<string | undefined> {
  const domain = setting(INBOUND_DOMAIN_VARIABLE);
  if (!domain) return undefined;
  const ids = Buffer.concat([idToBytes(userId), idToBytes(itemId)]);
  const { current } = await keys('mailReplies');
  const bytes = Buffer.concat([ids, macOf(ids, periodOf(now()), current.key)]);
  return `${BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(LOCAL_PART_CHARACTERS, '0')}@${domain}`;
}

const LOCAL_PART_CHARACTERS = ((2 * ID_BYTES + MAC_BYTES) * 8) / 5;
const LOCAL_PART = /^[0-9a-v]{64}$/;

/** Parses an address that the service has signed, and says whether it has expired; undefined for any other. */
export async function parseReplyAddress(
  address: string,
  { keys, now }: AddressServices,
): Promise<(Reply & { hasExpired: boolean }) | undefined> {
  const text = localPartOf(address);
  if (!LOCAL_PART.test(text)) return undefined;
  const number = [...text].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  const bytes = Buffer.from(number.toString(16).padStart(2 * (2 * ID_BYTES + MAC_BYTES), '0'), 'hex');
  const [ids, mac] = [bytes.subarray(0, 2 * ID_BYTES), bytes.subarray(2 * ID_BYTES)];
  const { all } = await keys('mailReplies');
  const current = periodOf(now());
  const isOf = (period: number) =>
    all.map(({ key }) => timingSafeEqual(mac, macOf(ids, period, key))).includes(true);
  const age = Array.from({ length: KNOWN_PERIODS + 1 }, (_, periods) => periods).find((periods) =>
    isOf(current - periods),
  );
  if (age === undefined) return undefined;
  return {
    userId: idFromBytes(ids.subarray(0, ID_BYTES)),
    itemId: idFromBytes(ids.subarray(ID_BYTES)),
    hasExpired: age > VALID_PERIODS,
  };
}
