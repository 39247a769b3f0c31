import { createHmac } from 'node:crypto';
import type { Change, Key, Reader } from '../core/database.ts';
import type { DerivedKey } from '../core/keyring.ts';
import type { Services } from '../core/services.ts';
import { itemKind } from '../db/table.ts';
import type { User } from '../members/user-store.ts';

/** Ids of deleted accounts, under a keyed hash of their address: nobody without the key finds out whose they were. */
const formerKind = itemKind('G#former#', 'release');
const formerKey = (email: string, { key }: DerivedKey): Key =>
  formerKind.key(createHmac('sha256', key).update(email.toLowerCase()).digest('base64url'));

/** What remains of an account that is deleted: its votes and bans are stored by its id. */
export const putFormerAccount = async (
  { id, email }: Pick<User, 'id' | 'email'>,
  { keys }: Pick<Services, 'keys'>,
): Promise<Change> => ({
  put: { ...formerKey(email, (await keys('formerAccounts')).current), userId: id },
});

/** The id that an address had before its account was deleted, and the change that forgets it; undefined if it had none. */
export async function findFormerAccount(
  read: Reader,
  email: string,
  { keys }: Pick<Services, 'keys'>,
): Promise<{ id: string; forget: Change } | undefined> {
  const { all } = await keys('formerAccounts');
  const items = await Promise.all(all.map((key) => read.get(formerKey(email, key))));
  const found = items.find((item) => item !== undefined);
  return found && { id: found['userId'] as string, forget: { delete: { pk: found.pk, sk: found.sk } } };
}
