import { requiredEnv } from '../shared/kernel/core/env.ts';
import { runCanary } from '../shared/surface/system/run-canary.ts';

/** A failure must last this long to raise the alarm. */
const WAIT_MS = 15_000;

/** Runs every five minutes, and after a release when all requests reach the new code. */
export const handler = async (event: object) =>
  await runCanary(event, { baseUrl: requiredEnv('BASE_URL'), waitMs: WAIT_MS });
