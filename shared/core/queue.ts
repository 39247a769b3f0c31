import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/** SQS takes this many messages in one call (AWS limit). */
const BATCH = 10;

let client: SQSClient | undefined;

/**
 * Queues messages as JSON, each to be seen after that many seconds, 900 at most. `tenantOf` says whose each is: a
 * tenant with many waiting does not delay the messages of others (fair queues of SQS). Throws where some were not
 * taken; the others then are queued, so a caller that repeats sends those twice.
 */
export async function sendMessages<T extends object>(
  queueUrl: string,
  messages: readonly T[],
  { tenantOf, delaySeconds = 0 }: { tenantOf: (message: T) => string; delaySeconds?: number | undefined },
): Promise<void> {
  client ??= new SQSClient({ useQueueUrlAsEndpoint: false });
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
