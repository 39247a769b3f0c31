import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

/** Why no more mail is sent to an address. */
export type StopReason = 'bounce' | 'complaint';

const stopKind = itemKind('MAILSTOP#', 'operator');
const stopKey = (address: string): Key =>
  stopKind.key(createHash('sha256').update(address.toLowerCase()).digest('base64url'));

/** Whether and why an address gets no mail. */
export async function getStopReason(read: Reader, address: string): Promise<StopReason | undefined> {
  return (await read.get(stopKey(address)))?.['why'] as StopReason | undefined;
}

/** Stops mail to an address, until an operator allows it again. */
export const stopAddress = (address: string, why: StopReason, now: Date): Change => ({
  put: { ...stopKey(address), why, since: now.toISOString() },
});

/** Allows mail to an address again. */
export const allowAddress = (address: string): Change => ({ delete: stopKey(address) });
