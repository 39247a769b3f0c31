import { writeConflict } from '../../kernel/core/errors.ts';
import type { Database } from '../../kernel/core/database.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { listWorkspacePage } from '../../identity/workspaces/workspace-store.ts';
import { decryptSecret, encryptSecret, sealedWith } from './signing-secret.ts';
import { findWebhookIds, getWebhookItem, putSecrets } from './webhook-store.ts';

const WORKSPACES_AT_ONCE = 25;

/**
 * Encrypts the signing secrets of all endpoints with the current key, where another one was used. The secrets themselves
 * stay, so receivers notice nothing. Returns the number of endpoints changed. Idempotent; throws WriteConflict if an
 * endpoint kept changing.
 */
export async function resealSecrets(
  database: Database,
  keys: PurposeKeys,
  randomBytes: (size: number) => Buffer,
): Promise<number> {
  const read = createReader(database);
  let changed = 0;
  for (let before = ''; ;) {
    const page = await listWorkspacePage(read, before, WORKSPACES_AT_ONCE);
    for (const workspaceId of page) {
      for (const id of await findWebhookIds(read, workspaceId)) {
        const reseal = () => resealOne(database, id, keys, randomBytes);
        if (await retryOnConflict(reseal, { exhausted: (lost) => lost })) changed++;
      }
    }
    if (page.length < WORKSPACES_AT_ONCE) return changed;
    before = page.at(-1)!;
  }
}

/** Whether the endpoint was changed. Throws WriteConflict if others changed it meanwhile. */
async function resealOne(
  database: Database,
  id: string,
  keys: PurposeKeys,
  randomBytes: (size: number) => Buffer,
): Promise<boolean> {
  const found = await getWebhookItem(createReader(database), id);
  const { current } = keys;
  if (!found || found.secrets.every(({ sealed }) => sealedWith(sealed) === current.version)) return false;
  const secrets = found.secrets.map((secret) => {
    const plain = decryptSecret(secret.sealed, keys, id);
    return { ...secret, sealed: encryptSecret(plain, current, { webhookId: id, randomBytes }) };
  });
  await commit(database, [putSecrets(id, secrets, found.webhook, writeConflict)]);
  return true;
}
