import * as z from 'zod';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { Subscription } from './mail.ts';
import { once } from '../../kernel/core/schema.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** How somebody is notified of the ideas of a portal that they follow: of each piece of news, once a day, or not at all. */
export const mailModeSchema = once(() => z.enum(['each', 'daily', 'off']));
export type MailMode = z.output<ReturnType<typeof mailModeSchema>>;

const preferenceKey = ({ userId, portalId }: Subscription): Key => ({
  pk: userPartition(userId),
  sk: `NEWS#${portalId}`,
});

/** What a person has chosen for a portal; `each` if nothing. */
export async function getMailMode(read: Reader, subscription: Subscription): Promise<MailMode> {
  const item = await read.get(preferenceKey(subscription));
  return mailModeSchema().safeParse(item?.['mode']).data ?? 'each';
}

export const putMailMode = (subscription: Subscription, mode: MailMode, now: Date): Change => ({
  put: { ...preferenceKey(subscription), mode, chosenAt: now.toISOString() },
});
