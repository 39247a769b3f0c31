import { randomBytes } from 'node:crypto';
import { sandboxDatabase } from '../db/client.ts';
import { systemClock } from '../lib/clock.ts';
import { requiredEnv } from '../lib/env.ts';
import { sendMessages } from '../lib/queue.ts';
import { secretFrom } from '../lib/secret.ts';
import { publicRequest } from '../net/public-request.ts';
import type { Pipeline, WakeUp } from './pipeline.ts';

const tenantOf = ({ webhookId }: WakeUp) => webhookId;

/** The webhook path's surroundings in a Lambda sandbox. */
export const sandboxPipeline = (): Pipeline => ({
  database: sandboxDatabase(),
  send: (messages, delaySeconds) =>
    sendMessages(requiredEnv('QUEUE_URL'), messages, { tenantOf, delaySeconds }),
  request: publicRequest,
  secret: secretFrom,
  now: systemClock,
  randomBytes,
});
