import { SendMessageBatchCommand, SQSClient, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { traceCalls } from './trace-calls.ts';

let client: SQSClient | undefined;

function createClient(): SQSClient {
  const made = new SQSClient({ useQueueUrlAsEndpoint: false });
  made.middlewareStack.add(traceCalls('SQS'), { step: 'initialize', name: 'traceCalls' });
  return made;
}

/** Sends one batch of at most 10 messages and returns those that the queue rejected. Rethrows the SDK's errors. */
export async function sendBatch(queueUrl: string, entries: SendMessageBatchRequestEntry[]) {
  client ??= createClient();
  const { Failed = [] } = await client.send(
    new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
  );
  return Failed;
}
