import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { WORKER_TIMEOUT } from './worker-function.ts';

/**
 * A queue whose messages a function processes, and the queue of those that failed five times. Named `<prefix>Queue` and
 * `<prefix>DeadLetters`; the function has WORKER_TIMEOUT.
 */
export function workQueue(scope: Construct, prefix: string): { queue: Queue; deadLetters: Queue } {
  const deadLetters = new Queue(scope, `${prefix}DeadLetters`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const queue = new Queue(scope, `${prefix}Queue`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // Six times the function's timeout, as AWS recommends for queues that trigger functions.
    visibilityTimeout: Duration.seconds(6 * WORKER_TIMEOUT.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
  return { queue, deadLetters };
}
