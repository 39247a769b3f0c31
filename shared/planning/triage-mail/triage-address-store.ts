import { createHash } from 'node:crypto';
import type { Change, Check, Item, Reader } from '../../kernel/core/database.ts';
import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { storedAddressSchema, type StoredAddress } from './triage-address.ts';

export const triageAddressDocument = defineDocument(storedAddressSchema);

/** The key contains the team's id, so a team has one address. */
const addressKey = itemKind('TM#', 'team').key;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const getTriageAddressItem = (read: Reader, teamId: string) => read.get(addressKey(teamId));

export const toStoredAddress = (item: Item): StoredAddress => triageAddressDocument.read(item);

/** Whether an item is that of the address with a token. Compares hashes, so that the time reveals nothing. */
export const hasToken = (item: Item, token: string): boolean =>
  attributesOf<{ tokenHash: string }>(item).tokenHash === hashOf(token);

export const putTriageAddress = (address: StoredAddress, taken: () => Error): Change => ({
  put: {
    ...addressKey(address.teamId),
    ...triageAddressDocument.write(address),
    tokenHash: hashOf(address.token),
  },
  if: 'absent',
  onConditionFailed: taken,
});

/** Deletes an address. Throws `stale` if it is another by now. */
export const deleteTriageAddressItem = ({ teamId, token }: StoredAddress, stale: () => Error): Change => ({
  delete: addressKey(teamId),
  if: { equals: { tokenHash: hashOf(token) } },
  onConditionFailed: stale,
});

/** Deletes the address of a deleted team. */
export const deleteTriageAddressOfTeam = (teamId: string): Change => ({ delete: addressKey(teamId) });

/** Condition that an address is still that of its team. */
export const addressUnchanged = ({ teamId, token }: StoredAddress, gone: () => Error): Check => ({
  check: addressKey(teamId),
  if: { equals: { tokenHash: hashOf(token) } },
  onConditionFailed: gone,
});
