import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { startWithQueue } from './queue-listener.ts';

describe('a function that sends to its own queue', () => {
  const HOPS = 16;
  const dead = { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 5 };

  /** Sends a message that each invocation sends again, with its trace, `times` times; also one that no other led to. */
  async function circulate(fn: Record<string, unknown>, times: number) {
    const sender: { send?: (trace: string) => Promise<unknown> } = {};
    const options = { queue: { VisibilityTimeout: 3_600, RedrivePolicy: dead }, fn: { Timeout: 600, ...fn } };
    const started = await startWithQueue(options, async (_batch, number, trace) => {
      if (number < times) await sender.send!(trace);
      return {};
    });
    const { sqs, url, deadUrl, local } = started;
    sender.send = async (trace) => {
      const command = new SendMessageCommand({ QueueUrl: url, MessageBody: 'again' });
      command.middlewareStack.add(
        (next) => (args) => {
          Object.assign((args.request as { headers: object }).headers, { 'x-amzn-trace-id': trace });
          return next(args);
        },
        { step: 'build' },
      );
      await sqs.send(command);
    };
    await sender.send('Root=1-00000000-000000000000000000000000');
    await local.queuesIdle();
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadUrl }));
    return { ...started, dead: Messages.map(({ Body }) => Body) };
  }

  test('is stopped after sixteen invocations, whose message becomes a dead letter', async () => {
    const { bodies, heard, dead } = await circulate({}, 40);
    expect(bodies()).toHaveLength(HOPS);
    expect(heard.events.at(-1)![0]!.attributes.AWSTraceHeader).toMatch(
      /^Root=1-0{8}-0{24};Lineage=[0-9a-f]{8}:15$/,
    );
    expect(dead).toEqual(['again']);
  });

  test('goes on where its template allows loops', async () => {
    const { bodies, dead } = await circulate({ RecursiveLoop: 'Allow' }, 40);
    expect(bodies()).toHaveLength(40);
    expect(dead).toEqual([]);
  });
});
