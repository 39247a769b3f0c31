import { randomBytes } from 'node:crypto';
import { rotateKeyring } from '../shared/surface/system/rotate-keyring.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import { requiredEnv } from '../shared/kernel/core/env.ts';
import { keyringSecret } from '../shared/kernel/secrets/keyring-secret.ts';
import { logger } from '../shared/kernel/core/logger.ts';
import { lambdaDatabase } from '../shared/kernel/db/client.ts';

/** Runs every day; rotates the keyring when its newest version is old enough. */
export async function handler(): Promise<{ added: boolean; resealed: number }> {
  const store = keyringSecret(requiredEnv('KEYRING_ARN'));
  const { added, resealed, dropped, keyring } = await rotateKeyring({
    database: lambdaDatabase(),
    store,
    now: systemClock(),
    randomBytes,
  });
  const versions = keyring.map(({ version }) => version);
  if (added || resealed > 0 || dropped.length > 0) {
    logger.info('keyring rotated', { added, resealed, dropped, versions });
  }
  return { added, resealed };
}
