import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { traceCalls } from './trace-calls.ts';

/** SQS accepts this many messages per call (AWS limit). */
const BATCH = 10;

let client: SQSClient | undefined;

function createClient(): SQSClient {
  const made = new SQSClient({ useQueueUrlAsEndpoint: false });
  made.middlewareStack.add(traceCalls('SQS'), { step: 'initialize', name: 'traceCalls' });
  return made;
}

/**
 * Queues messages as JSON, each with a delay in seconds of at most 900. `tenantOf` returns each message's
 * tenant: a tenant with a backlog does not delay others (SQS fair queues). Throws if some were rejected; the
 * others are queued, so a caller that retries sends those twice.
 */
export async function sendMessages<T extends object>(
  queueUrl: string,
  messages: readonly T[],
  { tenantOf, delaySeconds = 0 }: { tenantOf: (message: T) => string; delaySeconds?: number | undefined },
): Promise<void> {
  client ??= createClient();
  const batches: T[][] = [];
  for (let start = 0; start < messages.length; start += BATCH)
    batches.push(messages.slice(start, start + BATCH));
  await Promise.all(
    batches.map(async (batch) => {
      const Entries = batch.map((message, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(message),
        MessageGroupId: tenantOf(message),
        ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
      }));
      const { Failed = [] } = await client!.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
      );
      const [first] = Failed;
      if (first) throw new Error(`The queue did not take ${Failed.length} messages: ${first.Code}.`);
    }),
  );
}
