import { writeConflict } from '../core/errors.ts';
import type { Database } from '../core/database.ts';
import type { PurposeKeys } from '../core/keyring.ts';
import { createReader } from '../db/reader.ts';
import { tryCommit } from '../db/write.ts';
import { listWorkspacePage } from '../workspaces/workspace-store.ts';
import { decryptSecret, encryptSecret, sealedWith } from './signing-secret.ts';
import { findWebhookIds, getWebhookItem, putSecrets } from './webhook-store.ts';

const WORKSPACES_AT_ONCE = 25;
/** Attempts to replace the secrets of an endpoint that is changed at the same time. */
const ATTEMPTS = 5;

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
        if (await resealOne(database, id, keys, randomBytes)) changed++;
      }
    }
    if (page.length < WORKSPACES_AT_ONCE) return changed;
    before = page.at(-1)!;
  }
}

async function resealOne(
  database: Database,
  id: string,
  keys: PurposeKeys,
  randomBytes: (size: number) => Buffer,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await getWebhookItem(createReader(database), id);
    const { current } = keys;
    if (!found || found.secrets.every(({ sealed }) => sealedWith(sealed) === current.version)) return false;
    const secrets = found.secrets.map((secret) => {
      const plain = decryptSecret(secret.sealed, keys, id);
      return { ...secret, sealed: encryptSecret(plain, current, { webhookId: id, randomBytes }) };
    });
    if (await tryCommit(database, [putSecrets(id, secrets, found.webhook, writeConflict)])) return true;
  }
  throw writeConflict();
}
