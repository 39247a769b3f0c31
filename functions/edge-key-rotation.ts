import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { edgeHeaders } from '../shared/kernel/api/http/viewer-address.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import {
  distributionKey,
  edgeSecret,
  rotateEdgeKey,
  type EdgeRotation,
} from '../shared/kernel/secrets/edge-key.ts';
import { requiredEnv } from '../shared/kernel/core/env.ts';
import { logger } from '../shared/kernel/core/logger.ts';

/** Runs every day; replaces the edge's key when it is old enough, and completes what an earlier run left. */
export async function handler(): Promise<EdgeRotation> {
  const result = await rotateEdgeKey({
    secret: edgeSecret(requiredEnv('EDGE_KEY_ARN')),
    sent: distributionKey(requiredEnv('DISTRIBUTION_ID'), edgeHeaders.key),
    now: systemClock(),
    delay,
    randomBytes,
  });
  if (result.rotated || result.configured) logger.info('edge key rotated', { ...result });
  return result;
}
