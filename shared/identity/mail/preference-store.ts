import * as z from 'zod';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { MailSubscription } from './mail.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** How somebody is notified of the ideas of a portal that they follow: of each piece of news, once a day, or not at all. */
export const mailModeSchema = memoize(() => z.enum(['each', 'daily', 'off']));
export type MailMode = z.output<ReturnType<typeof mailModeSchema>>;

const preferenceKey = ({ userId, portalId }: MailSubscription): Key => ({
  pk: userPartition(userId),
  sk: `NEWS#${portalId}`,
});

/** A person's choice for a portal; `each` by default. */
export async function getMailMode(read: Reader, subscription: MailSubscription): Promise<MailMode> {
  const item = await read.get(preferenceKey(subscription));
  return mailModeSchema().safeParse(item?.['mode']).data ?? 'each';
}

export const putMailMode = (subscription: MailSubscription, mode: MailMode, now: Date): Change => ({
  put: { ...preferenceKey(subscription), mode, chosenAt: now.toISOString() },
});
