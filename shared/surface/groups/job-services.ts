import { createHash, randomBytes } from 'node:crypto';
import { optionalEnv } from '../../kernel/core/env.ts';
import type { Services } from '../../kernel/core/services.ts';
import { fixedKeys } from '../../kernel/secrets/keys.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';

/**
 * The services with which a job runs operations of the API. `jobId` derives the keys of cursors, which only the same job
 * reads again. These operations get no secrets, and reach nothing outside.
 */
export function jobServices({ database, now }: JobContext, jobId: string): Services {
  const absent = (what: string) => new Error(`A job has no ${what}.`);
  return {
    database,
    keys: fixedKeys(createHash('sha256').update(jobId).digest('base64url')),
    secret: (variable) => Promise.reject(absent(`secret ${variable}`)),
    setting: optionalEnv,
    resolvePublic: () => Promise.reject(absent('network')),
    resolveTxt: () => Promise.reject(absent('network')),
    baseUrl: () => {
      throw absent('address');
    },
    now: () => now,
    randomBytes,
  };
}
