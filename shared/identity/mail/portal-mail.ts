import type { Change, Reader } from '../../kernel/core/database.ts';
import type { MailSubscription } from './mail.ts';
import { getMailMode, getNewsChoice, putMailMode } from './preference-store.ts';

/** Changes for another room's transaction, which are this room's to make. */
type HandedOver = Promise<{ changes: Change[] }>;

/** Has the updates of a portal sent by mail from now on, or ends that; other mail of it stays as it is. */
export async function chooseUpdates(
  read: Reader,
  subscription: MailSubscription,
  { wanted, now }: { wanted: boolean; now: Date },
): HandedOver {
  const mode = await getMailMode(read, subscription);
  return { changes: [putMailMode(subscription, mode, now, wanted ? { updates: true } : {})] };
}

/** Who had ended all mail of what they follow on a portal, and now asks for some, gets it again. */
export async function wantNews(read: Reader, subscription: MailSubscription, now: Date): HandedOver {
  const { mode, updates } = await getNewsChoice(read, subscription);
  return { changes: mode === 'off' ? [putMailMode(subscription, 'each', now, { updates })] : [] };
}
