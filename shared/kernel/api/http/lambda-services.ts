import type { Services } from '../../core/services.ts';
import { lambdaDatabase } from '../../db/client.ts';
import { getKeys } from '../../secrets/keys.ts';
import { getSecret } from '../../secrets/secret.ts';
import { requiredEnv } from '../../core/env.ts';
import { systemClock } from '../../core/clock.ts';
import { randomBytes } from 'node:crypto';

/** The services of a Lambda sandbox. */
export const lambdaServices = (): Services => ({
  database: lambdaDatabase(),
  keys: getKeys,
  secret: getSecret,
  setting: (variable) => process.env[variable],
  resolvePublic: async (host) => {
    const { resolvePublic } = await import('../../net/resolve-public.ts');
    return await resolvePublic(host);
  },
  resolveTxt: async (name) => {
    const { resolveTxt } = await import('../../net/resolve-txt.ts');
    return await resolveTxt(name);
  },
  baseUrl: () => requiredEnv('BASE_URL'),
  now: systemClock,
  randomBytes,
});
