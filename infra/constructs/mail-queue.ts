import type { Stack } from 'aws-cdk-lib';
import { Queue, type IQueue } from 'aws-cdk-lib/aws-sqs';
import type { EnvironmentConfig } from './environment-config.ts';

/**
 * The name of the queue of messages that wake the sender of mails; the mails themselves are in the table. It is given, since
 * the projector comes before the API, and the stack of mails, whose links name the API's address, after it.
 */
export const mailQueueName = ({ id }: Pick<EnvironmentConfig, 'id'>): string => `Plotline-${id}-mail`;

/** That queue, for a stack that is deployed before it; undefined if the environment sends no mail. */
export const mailQueueOf = (stack: Stack, config: EnvironmentConfig): IQueue | undefined =>
  config.mail &&
  Queue.fromQueueArn(
    stack,
    'MailQueue',
    stack.formatArn({ service: 'sqs', resource: mailQueueName(config) }),
  );
