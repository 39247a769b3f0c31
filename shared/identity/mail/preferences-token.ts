import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import { personalPaths } from '../../kernel/core/personal-paths.ts';
import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import type { MailSubscription } from './mail.ts';

const ID_BYTES = 16;

interface Keys {
  keys: (purpose: 'mailPreferences') => Promise<PurposeKeys>;
}

const macOf = (ids: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(ids).digest();

/**
 * A token with which the reader of a mail can choose what they get, without signing in: both ids, signed. It is in every mail, so
 * it permits nothing else.
 */
export async function preferencesToken(
  { userId, portalId }: MailSubscription,
  { keys }: Keys,
): Promise<string> {
  const ids = Buffer.concat([idToBytes(userId), idToBytes(portalId)]);
  return Buffer.concat([ids, macOf(ids, (await keys('mailPreferences')).current.key)]).toString('base64url');
}

/** The subscription of a token, if it is genuine; tokens of earlier keys are. */
export async function parsePreferencesToken(
  text: string,
  { keys }: Keys,
): Promise<MailSubscription | undefined> {
  if (!/^[\w-]{86}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const [ids, mac] = [bytes.subarray(0, 2 * ID_BYTES), bytes.subarray(2 * ID_BYTES)];
  const { all } = await keys('mailPreferences');
  if (!all.map(({ key }) => timingSafeEqual(mac, macOf(ids, key))).includes(true)) return undefined;
  return { userId: idFromBytes(ids.subarray(0, ID_BYTES)), portalId: idFromBytes(ids.subarray(ID_BYTES)) };
}

/** The path of the page on which a token's holder chooses; one POST to it stops the mail (RFC 8058). */
export const preferencesPath = (token: string): string => `${personalPaths.mailPreferences}${token}`;

/** The query parameter of that path which says what one click ends: a kind of news, `digest` or `updates`. */
export const UNSUBSCRIBED = 'kind';
