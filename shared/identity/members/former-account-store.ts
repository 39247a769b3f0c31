import { createHmac } from 'node:crypto';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { DerivedKey } from '../../kernel/core/keyring.ts';
import type { Services } from '../../kernel/core/services.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { getUser, type User } from './user-store.ts';

type Keys = Pick<Services, 'keys'>;

/** Ids of deleted accounts, under a keyed hash of their address: without the key no one finds out whose they were. */
const formerKind = itemKind('G#former#', 'release');
const formerKey = (email: string, { key }: DerivedKey): Key =>
  formerKind.key(createHmac('sha256', key).update(email.toLowerCase()).digest('base64url'));

/**
 * The record of an account under an address that it no longer has, because the account was deleted or the address
 * changed: its votes and bans are stored by its id.
 */
export const putFormerAccount = async (
  { id, email }: Pick<User, 'id' | 'email'>,
  { keys }: Keys,
): Promise<Change> => ({
  put: { ...formerKey(email, (await keys('formerAccounts')).current), userId: id },
});

/** Changes that forget what an address was before, to be written when an account has it. */
export const forgetFormerAccount = async (email: string, { keys }: Keys): Promise<Change[]> =>
  (await keys('formerAccounts')).all.map((key) => ({ delete: formerKey(email, key) }));

/** The id of the deleted account that had an address last; undefined if there was none, or it still exists. */
export async function findFormerAccount(
  read: Reader,
  email: string,
  { keys }: Keys,
): Promise<string | undefined> {
  const { all } = await keys('formerAccounts');
  const items = await Promise.all(all.map((key) => read.get(formerKey(email, key))));
  const id = items.find((item) => item !== undefined)?.['userId'] as string | undefined;
  return id === undefined || (await getUser(read, id)) ? undefined : id;
}
