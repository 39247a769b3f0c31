import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { MailMessage } from './mail-text.ts';
import type { MailSubscription } from './mail.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** A piece of news that is held back for a digest. */
interface DigestEntry {
  /** The id of the mail that it would have been. */
  mailId: string;
  /** In English. */
  text: string;
  /** What the text is translated from; without it, the text is sent as it is. */
  message?: MailMessage;
  path: string;
  /** The team that its reader has to be in; absent for news of portals. */
  teamId?: string;
}

/** The retention of an entry whose digest is never sent, in milliseconds. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

const prefixOf = (portalId: string): string => `DIGEST#${portalId}#`;
const entryKey = ({ userId, portalId }: MailSubscription, mailId: string): Key => ({
  pk: userPartition(userId),
  sk: `${prefixOf(portalId)}${mailId}`,
});

export const putDigestEntry = (
  subscription: MailSubscription,
  { mailId, ...entry }: DigestEntry,
  now: Date,
): Change => ({
  put: {
    ...entryKey(subscription, mailId),
    ...entry,
    at: now.toISOString(),
    ttl: Math.ceil((now.getTime() + RETENTION_MS) / 1000),
  },
});

/** The entries that wait for a person's digest, oldest first. Strongly consistent. */
export async function listEntries(
  read: Reader,
  { userId, portalId }: MailSubscription,
): Promise<DigestEntry[]> {
  const prefix = prefixOf(portalId);
  const items = await read.children(userPartition(userId), prefix);
  return items
    .sort((one, other) => ((one['at'] as string) < (other['at'] as string) ? -1 : 1))
    .map((item) => ({
      mailId: item.sk.slice(prefix.length),
      text: item['text'] as string,
      ...(item['message'] === undefined ? {} : { message: item['message'] as MailMessage }),
      path: item['path'] as string,
      ...(item['teamId'] === undefined ? {} : { teamId: item['teamId'] as string }),
    }));
}

export const deleteDigestEntry = (subscription: MailSubscription, { mailId }: DigestEntry): Change => ({
  delete: entryKey(subscription, mailId),
});
