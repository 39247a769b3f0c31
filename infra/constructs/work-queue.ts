import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * A queue whose messages a function processes, and the queue of those that failed five times. Named `<prefix>Queue` and
 * `<prefix>DeadLetters`; `functionTimeout` is the function's.
 */
export function workQueue(
  scope: Construct,
  prefix: string,
  functionTimeout: Duration,
): { queue: Queue; deadLetters: Queue } {
  const deadLetters = new Queue(scope, `${prefix}DeadLetters`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const queue = new Queue(scope, `${prefix}Queue`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // Six times the function's timeout, as AWS recommends for queues that trigger functions.
    visibilityTimeout: Duration.seconds(6 * functionTimeout.toSeconds()),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
  return { queue, deadLetters };
}
