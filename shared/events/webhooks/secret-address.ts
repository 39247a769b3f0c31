import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { SealedSecret } from '../../kernel/secrets/secret-rotation.ts';
import { decryptSecret, encryptSecret } from '../../kernel/secrets/signing-secret.ts';

/** An endpoint's secrets with another address of a chat, or with none. */
export function withAddress(
  secrets: readonly SealedSecret[],
  address: string | undefined,
  { keys, ...sealing }: { keys: PurposeKeys; ownerId: string; randomBytes: (size: number) => Buffer },
): SealedSecret[] {
  const others = secrets.filter(({ holds }) => !holds);
  if (address === undefined) return others;
  return [
    ...others,
    { generation: 0, sealed: encryptSecret(address, keys.current, sealing), holds: 'address' },
  ];
}

/** The whole address of an endpoint's chat. */
export function addressIn(secrets: readonly SealedSecret[], keys: PurposeKeys, ownerId: string): string {
  const found = secrets.find(({ holds }) => holds === 'address');
  if (!found) throw new Error(`The endpoint ${ownerId} has a chat without an address.`);
  return decryptSecret(found.sealed, keys, ownerId);
}
