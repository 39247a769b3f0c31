import type { Change, Database, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { KeyPurpose, PurposeKeys } from '../../kernel/core/keyring.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import type { SealedSecret } from '../../kernel/secrets/secret-rotation.ts';
import { decryptSecret, encryptSecret, sealedWith } from '../../kernel/secrets/signing-secret.ts';
import { listWorkspacePage } from './all-workspaces-store.ts';

const WORKSPACES_AT_ONCE = 25;

/** A kind of things of workspaces with encrypted signing secrets. */
export interface SecretOwners {
  purpose: KeyPurpose;
  /** The ids of those of a workspace. */
  findIds: (read: Reader, workspaceId: string) => Promise<string[]>;
  /** The secrets of one, and the change that replaces them; undefined if it is gone. */
  find: (read: Reader, id: string) => Promise<StoredSecrets | undefined>;
}

interface StoredSecrets {
  secrets: readonly SealedSecret[];
  /** Throws `stale` if the owner has changed. */
  replace: (secrets: readonly SealedSecret[], stale: () => Error) => Change;
}

interface Resealing {
  keys: PurposeKeys;
  randomBytes: (size: number) => Buffer;
}

/**
 * Encrypts the signing secrets of all owners with the current key, where another one was used. The secrets themselves
 * stay, so receivers and senders notice nothing. Returns the number of owners changed. Idempotent; throws WriteConflict
 * if one kept changing.
 */
export async function resealSecrets(
  database: Database,
  owners: SecretOwners,
  resealing: Resealing,
): Promise<number> {
  const read = createReader(database);
  let changed = 0;
  for (let before = ''; ;) {
    const page = await listWorkspacePage(read, before, WORKSPACES_AT_ONCE);
    for (const workspaceId of page) {
      for (const id of await owners.findIds(read, workspaceId)) {
        const reseal = () => resealOne(database, owners, id, resealing);
        if (await retryOnConflict(reseal, { exhausted: (lost) => lost })) changed++;
      }
    }
    if (page.length < WORKSPACES_AT_ONCE) return changed;
    before = page.at(-1)!;
  }
}

/** Whether the owner was changed. Throws WriteConflict if others changed it meanwhile. */
async function resealOne(
  database: Database,
  owners: SecretOwners,
  id: string,
  { keys, randomBytes }: Resealing,
): Promise<boolean> {
  const found = await owners.find(createReader(database), id);
  const { current } = keys;
  if (!found || found.secrets.every(({ sealed }) => sealedWith(sealed) === current.version)) return false;
  const secrets = found.secrets.map((secret) => {
    const plain = decryptSecret(secret.sealed, keys, id);
    return { ...secret, sealed: encryptSecret(plain, current, { ownerId: id, randomBytes }) };
  });
  await commit(database, [found.replace(secrets, writeConflict)]);
  return true;
}
