import { expect, test } from 'vitest';
import { assemblyWithQueue, startWithQueue } from './queue-listener.ts';
import type { QueueOptions } from './queue-listener.ts';
import { startFixture } from '../support.ts';

const redrive = (deadLetterTargetArn: unknown, maxReceiveCount: number) => ({
  queue: { RedrivePolicy: { deadLetterTargetArn, maxReceiveCount } },
});

test.each<[string, QueueOptions, string]>([
  ['a queue that keeps the order', { queue: { FifoQueue: true } }, 'its property FifoQueue is not supported'],
  ['a queue in order', { queue: { FifoQueue: true } }, 'its property FifoQueue is not supported'],
  [
    'a queue with too long a delay',
    { queue: { DelaySeconds: 901 } },
    'The queue Queue cannot be run locally: DelaySeconds is 901, and must be from 0 to 900.',
  ],
  [
    'dead letters to nowhere',
    redrive('arn:aws:sqs:us-east-1:000000000000:other', 3),
    'its dead letters go to arn:aws:sqs:us-east-1:000000000000:other, which is not a queue of this app',
  ],
  [
    'dead letters after nothing',
    redrive({ 'Fn::GetAtt': ['Dead', 'Arn'] }, 0),
    'maxReceiveCount is 0, and must be from 1 to 1000',
  ],
  [
    'a mapping from an unknown queue',
    { mapping: { EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:other' } },
    'The event source mapping QueueMapping cannot be run locally: its source arn:aws:sqs:us-east-1:000000000000:other',
  ],
  [
    'a mapping with filters',
    { mapping: { FilterCriteria: { Filters: [] } } },
    'its property FilterCriteria is not supported',
  ],
  [
    'a mapping to a function that may take longer than a message stays hidden',
    { fn: { Timeout: 31 } },
    'the visibility timeout of Queue is 30 seconds, less than the timeout of stream, 31 seconds',
  ],
  [
    'a large batch without a window',
    { mapping: { BatchSize: 11 } },
    'BatchSize is 11, and more than 10 requires a batching window',
  ],
  [
    'too large a batch',
    { mapping: { BatchSize: 10_001 } },
    'BatchSize is 10001, and must be from 1 to 10000',
  ],
  ['too long a window', { mapping: { MaximumBatchingWindowInSeconds: 301 } }, 'must be from 0 to 300'],
  [
    'one batch at a time',
    { mapping: { ScalingConfig: { MaximumConcurrency: 1 } } },
    'MaximumConcurrency is 1, and must be from 2 to 1000',
  ],
  [
    'another way to scale',
    { mapping: { ScalingConfig: { Pollers: 1 } } },
    'its property ScalingConfig.Pollers is not supported',
  ],
  [
    'another response',
    { mapping: { FunctionResponseTypes: ['All'] } },
    'the response type All is not supported',
  ],
])('%s is refused', async (_name, options, reason) => {
  await expect(startFixture({ assembly: await assemblyWithQueue(options) })).rejects.toThrow(reason);
});

test('all settings that a queue and its mapping may have are accepted', async () => {
  const { bodies, send, local } = await startWithQueue({
    queue: {
      DelaySeconds: 0,
      KmsMasterKeyId: { Ref: 'NotLookedAt' },
      MaximumMessageSize: 262_144,
      MessageRetentionPeriod: 1_209_600,
      ReceiveMessageWaitTimeSeconds: 20,
      RedriveAllowPolicy: { redrivePermission: 'denyAll' },
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
      SqsManagedSseEnabled: true,
      Tags: [{ Key: 'a', Value: 'b' }],
      VisibilityTimeout: 43_200,
    },
    mapping: {
      BatchSize: 10,
      Enabled: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 0,
      ScalingConfig: { MaximumConcurrency: 1_000 },
      Tags: [{ Key: 'a', Value: 'b' }],
    },
    change: (resources) => {
      resources.Policy = { Type: 'AWS::SQS::QueuePolicy', Properties: { Queues: [{ Ref: 'Queue' }] } };
    },
  });
  await send('a');
  await local.queuesIdle();
  expect(bodies()).toEqual([['a']]);
});

test('a mapping that is not enabled leaves its messages in the queue', async () => {
  const { send, local, counts } = await startWithQueue({ mapping: { Enabled: false } });
  await send('a');
  await local.queuesIdle();
  expect(await counts()).toEqual([1, 0, 0]);
});
