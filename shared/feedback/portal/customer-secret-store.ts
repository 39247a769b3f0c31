import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { CustomerSecret } from './customer-secret.ts';
import { portalKind } from './portal-store.ts';

/** Separate from the portal, so that its secrets are never read with it. */
const secretsKey = (portalId: string): Key => ({ pk: portalKind.key(portalId).pk, sk: '#CUSTOMERS' });

/** A portal's secrets, newest first; expired ones may be among them. */
export async function getCustomerSecrets(read: Reader, portalId: string): Promise<readonly CustomerSecret[]> {
  const item = await read.get(secretsKey(portalId));
  return (item?.['secrets'] as readonly CustomerSecret[] | undefined) ?? [];
}

/** Replaces a portal's secrets, provided that they are still those that were read. */
export const putCustomerSecrets = (
  portalId: string,
  secrets: readonly CustomerSecret[],
  [previous]: readonly CustomerSecret[],
  writeConflict: () => Error,
): Change => ({
  put: { ...secretsKey(portalId), newest: secrets[0]!.id, secrets },
  if: previous ? { equals: { newest: previous.id } } : 'absent',
  onConditionFailed: writeConflict,
});

/** Deletes a portal's secrets; idempotent. */
export const deleteCustomerSecrets = (portalId: string): Change => ({ delete: secretsKey(portalId) });
