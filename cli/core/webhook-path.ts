import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import { UNPROCESSED_PREFIX } from '../../shared/projections/unprocessed-record.ts';
import { dispatchEvents } from '../../shared/projections/events/dispatch-events.ts';
import { deliveryTenant, type WakeUp } from '../../shared/events/deliveries/pipeline.ts';
import { sendMessages } from '../../shared/kernel/core/queue.ts';
import { CommandError } from './command-error.ts';
import { recordBucket } from './record-bucket.ts';
import type { WebhookPlaces } from './webhook-target.ts';

/** Recovery operations of the webhook pipeline. */
export function webhookPath({ queueUrl, deadLetterQueueUrl, bucket, database, retention }: WebhookPlaces) {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const records = recordBucket(bucket);
  return {
    /** Approximate number of messages in the dead-letter queue. */
    async countDeadLetters(): Promise<number> {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: deadLetterQueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
    },

    /** Returns the messages of the dead-letter queue to their source queue; returns their number. */
    async redrive(onMessage: () => void): Promise<number> {
      let moved = 0;
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: deadLetterQueueUrl,
            MaxNumberOfMessages: 10,
            WaitTimeSeconds: 1,
          }),
        );
        if (Messages.length === 0) return moved;
        await moveBack(sqs, Messages, { from: deadLetterQueueUrl, to: queueUrl });
        moved += Messages.length;
        Messages.forEach(onMessage);
      }
    },

    /** Keys of the stored records, oldest first. */
    listUnprocessed: () => records.list('aws/lambda/', UNPROCESSED_PREFIX),

    /**
     * Dispatches the records of one object again and deletes it; keeps it if one of them fails.
     * Returns the number of records. Those of changes after `until` are only deleted.
     */
    async replay(key: string, until?: Date): Promise<number> {
      const changes = await records.read(key, until);
      const pipeline = pipelineOf({ database, queueUrl, retention });
      const { retryFrom, unprocessed } = await dispatchEvents(pipeline, changes);
      const failed = retryFrom ?? unprocessed[0]?.change;
      if (failed)
        throw new CommandError(
          `The record ${failed.sequenceNumber} of ${key} failed again; the object remains.`,
        );
      await records.delete(key);
      return changes.length;
    },
  };
}

/** Dispatching sends nothing to receivers: the functions do, when messages wake them. */
const pipelineOf = ({
  database,
  queueUrl,
  retention,
}: Pick<WebhookPlaces, 'database' | 'queueUrl' | 'retention'>) => ({
  database,
  send: (messages: readonly WakeUp[], delaySeconds?: number) =>
    sendMessages(queueUrl, messages, { tenantOf: deliveryTenant, delaySeconds }),
  now: () => new Date(),
  retention,
});

async function moveBack(
  sqs: SQSClient,
  messages: readonly Message[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const entries = messages.map(({ Body }, n) => ({ Id: String(n), MessageBody: Body! }));
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: to, Entries: entries }));
  const refused = new Set(Failed.map(({ Id }) => Id));
  // Refused messages stay in the dead-letter queue and become visible again after a while.
  const Entries = messages
    .map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle: ReceiptHandle! }))
    .filter(({ Id }) => !refused.has(Id));
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }));
  if (refused.size > 0)
    throw new CommandError(`The queue refused ${refused.size} messages; run the command again.`);
}
