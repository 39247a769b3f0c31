import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import { dispatchEvents } from '../../../shared/projections/events/dispatch-events.ts';
import type { WakeUp } from '../../../shared/deliveries/pipeline.ts';
import { sendMessages } from '../../../shared/core/queue.ts';
import { CommandError } from './command-error.ts';
import { recordBucket } from './record-bucket.ts';
import type { WebhookPlaces } from './webhook-target.ts';
import type { Database } from '../../../shared/core/database.ts';

/** What the operator does with what the webhook path could not. */
export function webhookPath({ queueUrl, deadLetterQueueUrl, bucket, database }: WebhookPlaces) {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const records = recordBucket(bucket);
  return {
    /** How many messages wait in the dead-letter queue, as far as SQS knows. */
    async countDeadLetters(): Promise<number> {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: deadLetterQueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
    },

    /** Puts the messages of the dead-letter queue back where they came from; gives how many. */
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

    /** The keys of what is left over, the oldest first. */
    listLeftOver: () => records.list('aws/lambda/'),

    /**
     * Dispatches the records of one left-over object again and deletes it; it stays where one of them fails.
     * Returns how many records it held.
     */
    async replay(key: string): Promise<number> {
      const changes = await records.read(key);
      const failed = await dispatchEvents(pipelineOf(database, queueUrl), changes);
      if (failed)
        throw new CommandError(`The record ${failed.sequenceNumber} of ${key} failed again; it stays.`);
      await records.delete(key);
      return changes.length;
    },
  };
}

/** Dispatching sends nothing to receivers: that is for the functions, which the messages wake. */
const pipelineOf = (database: Database, queueUrl: string) => ({
  database,
  send: (messages: readonly WakeUp[], delaySeconds?: number) =>
    sendMessages(queueUrl, messages, { tenantOf: ({ webhookId }) => webhookId, delaySeconds }),
  now: () => new Date(),
});

async function moveBack(
  sqs: SQSClient,
  messages: readonly Message[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const entries = messages.map(({ Body }, n) => ({ Id: String(n), MessageBody: Body! }));
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: to, Entries: entries }));
  const refused = new Set(Failed.map(({ Id }) => Id));
  // What was not taken stays where it is: it is seen again there after a while.
  const Entries = messages
    .map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle: ReceiptHandle! }))
    .filter(({ Id }) => !refused.has(Id));
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }));
  if (refused.size > 0)
    throw new CommandError(`The queue did not take ${refused.size} messages; run it again.`);
}
