import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Database } from '../../shared/db/client.ts';
import { toItemChange } from '../../shared/db/stream-record.ts';
import { dispatchEvents } from '../../shared/deliveries/dispatch-events.ts';
import type { WakeUp } from '../../shared/deliveries/pipeline.ts';
import { sendMessages } from '../../shared/lib/queue.ts';
import { CommandError } from './command-error.ts';
import type { WebhookPlaces } from './webhook-target.ts';

/** What the operator does with what the webhook path could not. */
export function webhookPath({ queueUrl, deadLetterQueueUrl, bucket, database }: WebhookPlaces) {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const s3 = new S3Client({ forcePathStyle: true });
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
    async listLeftOver(): Promise<string[]> {
      const keys: string[] = [];
      let from: string | undefined;
      do {
        const answer = await s3.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: 'aws/lambda/', ContinuationToken: from }),
        );
        keys.push(...(answer.Contents ?? []).map(({ Key }) => Key!));
        from = answer.NextContinuationToken;
      } while (from);
      return keys.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    },

    /**
     * Dispatches the records of one left-over object again and deletes it; it stays where one of them fails.
     * Gives how many records it held.
     */
    async replay(key: string): Promise<number> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      const changes = recordsOf(await Body!.transformToString(), key).map(toItemChange);
      const failed = await dispatchEvents(pipelineOf(database, queueUrl), changes);
      if (failed)
        throw new CommandError(`The record ${failed.sequenceNumber} of ${key} failed again; it stays.`);
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      return changes.length;
    },
  };
}

/** Objects are named by mapping and shard first, and by time only then. */
const nameOf = (key: string): string => key.split('/').slice(-4).join('/');

function recordsOf(text: string, key: string): DynamoDBRecord[] {
  try {
    const { payload } = JSON.parse(text) as { payload: string };
    return (JSON.parse(payload) as { Records: DynamoDBRecord[] }).Records;
  } catch {
    throw new CommandError(`${key} is not what Lambda writes for records that it gave up.`);
  }
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
