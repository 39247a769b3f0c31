import {
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunningNote } from '../../../../cli/core/running-note.ts';
import { startWithQueue } from './queue-listener.ts';
import { range } from '../streams/stream-listener.ts';
import { temporaryFolder } from '../support.ts';

const REPORTS = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
/** Seconds, many times what a function takes to start and answer: a message that comes again before is no failed one. */
const SOON_AGAIN = { VisibilityTimeout: 5 };

describe('a message', () => {
  test('comes to the function as on AWS', async () => {
    const { local, sqs, url, heard } = await startWithQueue();
    const { MessageId } = await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'hello',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'greeting' } },
      }),
    );
    await local.queuesIdle();
    const anything = expect.any(String) as string;
    const time = expect.stringMatching(/^\d{13}$/) as string;
    expect(heard.events).toEqual([
      [
        {
          messageId: MessageId,
          receiptHandle: anything,
          body: 'hello',
          attributes: {
            SenderId: anything,
            SentTimestamp: time,
            ApproximateReceiveCount: '1',
            ApproximateFirstReceiveTimestamp: time,
          },
          messageAttributes: {
            kind: { stringValue: 'greeting', stringListValues: [], binaryListValues: [], dataType: 'String' },
          },
          md5OfBody: '5d41402abc4b2a76b9719d911017c592',
          md5OfMessageAttributes: anything,
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:Fixture-api-Queue',
          awsRegion: 'us-east-1',
        },
      ],
    ]);
  });

  test('comes once, of many, however many are handled at once', async () => {
    const { local, bodies, send } = await startWithQueue();
    const sent = range(1, 500);
    await send(...sent);
    await local.queuesIdle();
    expect(bodies().flat().sort()).toEqual([...sent].sort());
    expect(Math.max(...bodies().map(({ length }) => length))).toBeLessThanOrEqual(10);
  });

  test('that is delayed delays no other, and comes when its time has come', async () => {
    const { local, sqs, url, heard, counts } = await startWithQueue();
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'later', DelaySeconds: 1 }));
    await local.queuesIdle();
    expect(await counts()).toEqual([0, 0, 1]);
    expect((await heard.next())[0]!.body).toBe('later');
  });

  test('goes to the dead letters when it has failed as often as it may', async () => {
    const { local, sqs, deadUrl, bodies, send, counts } = await startWithQueue(
      {
        queue: {
          ...SOON_AGAIN,
          RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
        },
      },
      () => ({ error: 'never' }),
    );
    await send('poison');
    await local.queuesIdle();
    expect(bodies()).toEqual([['poison'], ['poison']]);
    expect(await counts()).toEqual([0, 0, 0]);
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadUrl }));
    expect(Messages.map(({ Body }) => Body)).toEqual(['poison']);
  });

  test('is lost when the runner stops, and the home goes on working', async () => {
    const home = temporaryFolder();
    const first = await startWithQueue({ home, mapping: { Enabled: false } });
    await first.send('one');
    await first.local.stop();
    const second = await startWithQueue({ home });
    expect(await second.counts()).toEqual([0, 0, 0]);
    await second.send('two');
    await second.local.queuesIdle();
    expect(second.bodies()).toEqual([['two']]);
  });
});

describe('a batch', () => {
  test.each([
    ['throws', { error: 'not now' }],
    ['ends its process', { exit: 3 }],
    ['times out', { hang: true }],
  ])('comes again as a whole when the function %s', async (_name, answer) => {
    const { local, bodies, heard, send } = await startWithQueue({ queue: SOON_AGAIN }, (_batch, number) =>
      number === 1 ? answer : {},
    );
    await send('a', 'b');
    await local.queuesIdle();
    expect(bodies()[0]).toEqual(['a', 'b']);
    expect(bodies().slice(1).flat().sort()).toEqual(['a', 'b']);
    expect(heard.events[1]![0]!.attributes.ApproximateReceiveCount).toBe('2');
  });

  test('comes again without what succeeded, where the function reports failures', async () => {
    const { local, bodies, send } = await startWithQueue(
      { queue: SOON_AGAIN, mapping: REPORTS },
      (batch, number) => ({
        result: {
          batchItemFailures:
            number > 1
              ? []
              : batch
                  .filter(({ body }) => body > 'b')
                  .map(({ messageId }) => ({ itemIdentifier: messageId })),
        },
      }),
    );
    await send('a', 'b', 'c', 'd');
    await local.queuesIdle();
    expect(bodies()[0]).toEqual(['a', 'b', 'c', 'd']);
    expect(bodies().slice(1).flat().sort()).toEqual(['c', 'd']);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a list that is null', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
    ['something else', { statusCode: 500 }],
  ])('is finished after an answer of %s', async (_name, result) => {
    const { local, bodies, send } = await startWithQueue({ mapping: REPORTS }, () => ({ result }));
    await send('a', 'b');
    await local.queuesIdle();
    expect(bodies()).toEqual([['a', 'b']]);
  });

  test.each<[string, unknown]>([
    ['text', 'all failed'],
    ['no list', { batchItemFailures: {} }],
    ['no identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['an unknown identifier', { batchItemFailures: [{ itemIdentifier: 'other' }] }],
  ])('comes again after an answer of %s', async (_name, result) => {
    const { local, bodies, send } = await startWithQueue(
      { queue: SOON_AGAIN, mapping: REPORTS },
      (_batch, number) => (number === 1 ? { result } : {}),
    );
    await send('a', 'b');
    await local.queuesIdle();
    expect(bodies()[0]).toEqual(['a', 'b']);
    expect(bodies().slice(1).flat().sort()).toEqual(['a', 'b']);
  });

  test('ignores its answer where the mapping does not ask for it', async () => {
    const { local, bodies, send } = await startWithQueue({}, (batch) => ({
      result: { batchItemFailures: [{ itemIdentifier: batch[0]!.messageId }] },
    }));
    await send('a');
    await local.queuesIdle();
    expect(bodies()).toEqual([['a']]);
  });

  test('has as many messages as the mapping says, of as long as its window', async () => {
    const { heard, send } = await startWithQueue({
      mapping: { BatchSize: 25, MaximumBatchingWindowInSeconds: 300 },
    });
    await send(...range(1, 25));
    expect((await heard.next()).map(({ body }) => body).sort()).toEqual(range(1, 25).sort());
  });

  test('has no more messages than that, however many wait', async () => {
    const { local, bodies, send } = await startWithQueue({
      mapping: { BatchSize: 25, MaximumBatchingWindowInSeconds: 300 },
    });
    const sent = range(1, 60);
    await send(...sent);
    await local.queuesIdle();
    expect(Math.max(...bodies().map(({ length }) => length))).toBeLessThanOrEqual(25);
    expect(bodies().flat().sort()).toEqual([...sent].sort());
  });

  test('goes at once when a caller waits for the queue', async () => {
    const { local, bodies, send } = await startWithQueue({
      mapping: { BatchSize: 25, MaximumBatchingWindowInSeconds: 300 },
    });
    await send('a', 'b');
    await local.queuesIdle();
    expect(bodies()).toEqual([['a', 'b']]);
  });
});

describe('concurrent batches', () => {
  test('run while the function waits', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { local, heard, send } = await startWithQueue(
      { mapping: { BatchSize: 1 }, fn: { Timeout: 20 } },
      () => released.then(() => ({})),
    );
    await send(...range(1, 5));
    for (let i = 0; i < 5; i++) await heard.next();
    release();
    await local.queuesIdle();
    expect(heard.events).toHaveLength(5);
  });

  test('are no more than the mapping says; the other messages wait in the queue', async () => {
    const releases: (() => void)[] = [];
    const { local, heard, send, counts } = await startWithQueue(
      { mapping: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }, fn: { Timeout: 20 } },
      () => new Promise((resolve) => releases.push(() => resolve({}))),
    );
    await send(...range(1, 4));
    for (let i = 0; i < 2; i++) await heard.next();
    expect(await counts()).toEqual([2, 2, 0]);
    for (let i = 0; i < 4; i++) {
      releases.shift()!();
      if (i < 2) await heard.next();
    }
    await local.queuesIdle();
    expect(heard.events).toHaveLength(4);
  });
});

test('a running instance notes where its queues are', async () => {
  const home = temporaryFolder();
  const { local, url, deadUrl } = await startWithQueue({ home });
  const note = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as RunningNote;
  expect(note.queues).toEqual({ endpoint: local.queues!.endpoint, urls: { Queue: url, Dead: deadUrl } });
});

test('stopping leaves batches that do not end after a moment, also where no more of them may run', async () => {
  const { local, heard, send } = await startWithQueue(
    { mapping: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }, fn: { Timeout: 30 } },
    () => ({ hang: true }),
  );
  await send('a', 'b', 'c');
  for (let i = 0; i < 2; i++) await heard.next();
  const idle = local.queuesIdle();
  await local.stop();
  await idle;
  expect(heard.events).toHaveLength(2);
});

describe('tenants of a queue', () => {
  const SLOW = { mapping: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }, fn: { Timeout: 20 } };

  test('take turns: one with a hundred messages does not delay another with one', async () => {
    const sqs: { client?: SQSClient; url?: string } = {};
    const sent = range(1, 100);
    const started = await startWithQueue(SLOW, async (_batch, number) => {
      // While the first is at work, the other tenant's message arrives behind ninety-nine.
      if (number === 1) {
        const quiet = { QueueUrl: sqs.url, MessageBody: 'quiet', MessageGroupId: 'quiet tenant' };
        await sqs.client!.send(new SendMessageCommand(quiet));
      }
      return {};
    });
    Object.assign(sqs, { client: started.sqs, url: started.url });
    for (let i = 0; i < sent.length; i += 10) {
      const Entries = sent.slice(i, i + 10).map((body) => ({
        Id: body,
        MessageBody: body,
        MessageGroupId: 'noisy tenant',
      }));
      await started.sqs.send(new SendMessageBatchCommand({ QueueUrl: started.url, Entries }));
    }
    await started.local.queuesIdle();
    const order = started.bodies().flat();
    expect([...order].sort()).toEqual([...sent, 'quiet'].sort());
    expect(order.indexOf('quiet')).toBeLessThan(20);
  });

  test('are named in what the function gets', async () => {
    const { local, sqs, url, heard } = await startWithQueue();
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'hello', MessageGroupId: 'acme' }));
    await local.queuesIdle();
    expect(heard.events[0]![0]!.attributes.MessageGroupId).toBe('acme');
  });
});
