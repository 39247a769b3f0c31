import { Duration } from 'aws-cdk-lib';
import { CfnFunction, RecursiveLoop, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { WatchedMetric } from './alarms.ts';
import { WORKER_TIMEOUT } from './worker-function.ts';

interface WorkQueue {
  queue: Queue;
  deadLetters: Queue;
}

/**
 * A queue whose messages a function processes, and the queue of those that failed five times. Named `<prefix>Queue` and
 * `<prefix>DeadLetters`; the function has WORKER_TIMEOUT. A queue that others use before it is there has a name.
 */
export function workQueue(scope: Construct, prefix: string, queueName?: string): WorkQueue {
  const deadLetters = new Queue(scope, `${prefix}DeadLetters`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const queue = new Queue(scope, `${prefix}Queue`, {
    ...(queueName && { queueName }),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // Six times the function's timeout, as AWS recommends for queues that trigger functions.
    visibilityTimeout: Duration.seconds(6 * WORKER_TIMEOUT.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
  return { queue, deadLetters };
}

/** Has a function process a queue's messages, ten to an invocation unless it says otherwise. */
export function processMessages(
  fn: IFunction,
  { queue }: WorkQueue,
  { maxConcurrency, batchSize = 10 }: { maxConcurrency: number; batchSize?: number },
): void {
  allowLoops(fn);
  fn.addEventSource(new SqsEventSource(queue, { batchSize, reportBatchItemFailures: true, maxConcurrency }));
}

/**
 * Lets a function send to its own queue for as long as leases, slots and tables of retries say: by default, Lambda takes
 * more than 16 invocations by one event for a loop without end, and makes dead letters of the batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
function allowLoops(fn: IFunction): void {
  const { defaultChild } = fn.node;
  if (!(defaultChild instanceof CfnFunction)) throw new Error(`${fn.node.path} is not defined here.`);
  defaultChild.recursiveLoop = RecursiveLoop.ALLOW;
}

/** Alarms for messages that wait for longer than some seconds, under the given name, and for those that failed. */
export const watchedMessages = (
  { queue, deadLetters }: WorkQueue,
  { backlog, above }: { backlog: string; above: number },
): Record<string, WatchedMetric> => ({
  [deadLetters.node.id]: { metric: deadLetters.metricApproximateNumberOfMessagesVisible(), above: 0 },
  [backlog]: {
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
    above,
    periods: 2,
    severity: 'page',
  },
});
