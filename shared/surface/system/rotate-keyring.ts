import type { Database } from '../../kernel/core/database.ts';
import type { KeyringStore } from '../../kernel/secrets/keyring-secret.ts';
import { addVersion, agedVersions, derivedKeys, type Keyring } from '../../kernel/core/keyring.ts';
import { webhookSecrets } from '../../events/webhooks/webhook-secrets.ts';
import { resealSecrets } from '../../identity/workspaces/reseal-secrets.ts';
import { hookSecrets } from '../../planning/hooks/hook-secrets.ts';

/** How old the newest version gets before the schedule adds another. */
const ROTATE_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

const SECRET_BYTES = 48;

interface Rotation {
  database: Database;
  store: KeyringStore;
  now: Date;
  randomBytes: (size: number) => Buffer;
}

interface Rotated {
  keyring: Keyring;
  /** Whether a version was added. */
  added: boolean;
  /** Number of webhook endpoints and hooks whose signing secrets were encrypted again. */
  resealed: number;
  /** Versions that were removed. */
  dropped: readonly number[];
}

/**
 * Rotates the keyring if its newest version is old enough, or on demand. A new version verifies at once and signs a
 * quarter of an hour later, when all sandboxes know it; earlier ones verify until nothing signed with them is valid any
 * more. Then encrypts what is stored with the version that is active now, and removes aged versions.
 */
export async function rotateKeyring(
  { database, store, now, randomBytes }: Rotation,
  { force = false }: { force?: boolean } = {},
): Promise<Rotated> {
  const before = await store.read();
  const added = force || Date.parse(before[0]!.activeFrom) + ROTATE_AFTER_MS <= now.getTime();
  const secret = () => randomBytes(SECRET_BYTES).toString('base64url');
  const rotated = added ? addVersion(before, secret(), now) : before;
  if (added) await store.write(rotated);
  let resealed = 0;
  for (const owners of [webhookSecrets, hookSecrets]) {
    const keys = derivedKeys(rotated, owners.purpose, now);
    resealed += await resealSecrets(database, owners, { keys, randomBytes });
  }
  const aged = agedVersions(rotated, now);
  const keyring = rotated.filter((one) => !aged.includes(one));
  if (aged.length > 0) await store.write(keyring);
  return { keyring, added, resealed, dropped: aged.map(({ version }) => version) };
}
