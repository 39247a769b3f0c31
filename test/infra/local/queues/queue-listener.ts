import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import type { QueueRecord } from '../../../../infra/local/queues/record.ts';
import type { RunningService } from '../../../../infra/local/start.ts';
import { listenForEvents } from '../event-listener.ts';
import type { Answer, EventListener } from '../event-listener.ts';
import { alteredAssembly, startFixture } from '../support.ts';
import type { TemplateResources } from '../support.ts';

type Properties = Record<string, unknown>;

export type QueueOptions = {
  /** Properties of the queue, of its mapping, and of its function beside a timeout of a second. */
  queue?: Properties;
  mapping?: Properties;
  fn?: Properties;
  /** Anything else about the template. */
  change?: (resources: TemplateResources) => void;
  home?: string;
};

/** Puts a queue before the fixture function `stream`, whose environment names where its events are listened to. */
export function assemblyWithQueue(options: QueueOptions, listenerUrl = ''): Promise<string> {
  return alteredAssembly((resources) => {
    const [id, fn] = Object.entries(resources).find(
      ([name, { Type }]) => Type === 'AWS::Lambda::Function' && name.startsWith('stream'),
    )!;
    const environment = fn.Properties.Environment as { Variables: Properties };
    Object.assign(fn.Properties, { Timeout: 1, ...options.fn });
    Object.assign(environment.Variables, {
      LISTENER_URL: listenerUrl,
      QUEUE_URL: { Ref: 'Queue' },
      DEAD_URL: { 'Fn::GetAtt': ['Dead', 'QueueUrl'] },
    });
    resources.Queue = { Type: 'AWS::SQS::Queue', Properties: { ...options.queue } };
    resources.Dead = { Type: 'AWS::SQS::Queue', Properties: {} };
    resources.QueueMapping = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        FunctionName: { Ref: id },
        ...options.mapping,
      },
    };
    options.change?.(resources);
  });
}

type WithQueue = {
  local: RunningService;
  sqs: SQSClient;
  /** Addresses of the queue and of one that can take its dead letters. */
  url: string;
  deadUrl: string;
  /** The batches that the function got. */
  heard: EventListener<QueueRecord[]>;
  bodies: () => string[][];
  send: (...bodies: string[]) => Promise<void>;
  /** How many messages are visible, in flight and delayed. */
  counts: () => Promise<number[]>;
};

/** On a slow machine, no batch takes too long and comes twice, as it would on AWS. */
const UNHURRIED = { queue: { VisibilityTimeout: 3_600 }, fn: { Timeout: 600 } };

/**
 * The fixture app with a queue, and a listener that answers for its function; stopped when the test is over. Batches have
 * time unless the options say something of the queue.
 */
export async function startWithQueue(
  options: QueueOptions = {},
  answer: (batch: QueueRecord[], number: number, trace: string) => Answer | Promise<Answer> = () => ({}),
): Promise<WithQueue> {
  const heard = await listenForEvents((payload) => payload as QueueRecord[], answer);
  const timed = options.queue ? options : { ...UNHURRIED, ...options };
  const local = await startFixture({
    assembly: await assemblyWithQueue(timed, heard.url),
    ...(options.home !== undefined && { home: options.home }),
  });
  onTestFinished(local.stop);
  const sqs = new SQSClient({
    endpoint: local.queues!.endpoint,
    region: 'us-east-1',
    credentials: local.credentials,
    useQueueUrlAsEndpoint: false,
  });
  onTestFinished(() => sqs.destroy());
  const { QUEUE_URL: url = '', DEAD_URL: deadUrl = '' } = local.environments.stream!;
  return {
    local,
    sqs,
    url,
    deadUrl,
    heard,
    bodies: () => heard.events.map((records) => records.map(({ body }) => body)),
    send: async (...bodies) => {
      for (let i = 0; i < bodies.length; i += 10) {
        const Entries = bodies.slice(i, i + 10).map((MessageBody, n) => ({ Id: String(n), MessageBody }));
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
      }
    },
    counts: async () => {
      const asked = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
      const { Attributes } = await sqs.send(asked);
      return [
        Attributes?.ApproximateNumberOfMessages,
        Attributes?.ApproximateNumberOfMessagesNotVisible,
        Attributes?.ApproximateNumberOfMessagesDelayed,
      ].map(Number);
    },
  };
}
