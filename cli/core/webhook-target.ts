import { createDatabase } from '../../shared/kernel/db/client.ts';
import { RETENTION_VARIABLE, retentionMs } from '../../shared/kernel/log/retention.ts';
import { CommandError } from './command-error.ts';
import { findRunning, homeFolder, useLocalEndpoints } from './local-service.ts';
import { findStackOutputs } from './stack-table.ts';
import { localDatabase } from './target.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** The resources of a deployment's webhook pipeline. */
export interface WebhookPlaces {
  database: Database;
  queueUrl: string;
  deadLetterQueueUrl: string;
  /** The bucket of stream records that could not be processed. */
  bucket: string;
  /** The deployment's retention of events in milliseconds. */
  retention: number;
}

/**
 * Returns the webhook pipeline of a deployed stack or of the local service. Throws a CommandError if there is
 * none.
 */
export async function openWebhookPath(stack: string | undefined): Promise<WebhookPlaces> {
  return stack === undefined ? openLocal() : await openStack(stack);
}

async function openStack(stack: string): Promise<WebhookPlaces> {
  const outputs = await findStackOutputs(stack);
  const output = (name: string): string => {
    const value = outputs.get(name);
    if (value) return value;
    throw new CommandError(
      `The stack ${stack} has no output ${name}; use the webhook stack, Plotline-<environment>-webhooks.`,
    );
  };
  return {
    database: createDatabase(output('TableName')),
    queueUrl: output('QueueUrl'),
    deadLetterQueueUrl: output('DeadLetterQueueUrl'),
    bucket: output('UnprocessedBucket'),
    retention: retentionOf(outputs.get('EventRetentionDays')),
  };
}

function openLocal(): WebhookPlaces {
  const { queues, buckets } = findRunning(homeFolder()) ?? {};
  const database = localDatabase();
  const { Queue, DeadLetters } = queues?.urls ?? {};
  const { LeftOver: bucket } = buckets?.names ?? {};
  if (!queues || !buckets || !Queue || !DeadLetters || !bucket) {
    throw new CommandError('The local service has no webhook pipeline yet: wait until it has started.');
  }
  useLocalEndpoints({ SQS: queues.endpoint, S3: buckets.endpoint });
  return {
    database,
    queueUrl: Queue,
    deadLetterQueueUrl: DeadLetters,
    bucket,
    retention: retentionOf(undefined),
  };
}

/** The variable of the shell counts first, as for the retention of the audit trail. */
const retentionOf = (days: string | undefined): number =>
  retentionMs(process.env[RETENTION_VARIABLE] ?? days);
