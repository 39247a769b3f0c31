import type { AddressInfo } from 'node:net';
import { callAws } from '../runner/aws-call.ts';
import type { Resolver, ResourceValues } from '../template/intrinsics.ts';
import { physicalName, resourcesOf } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, Resource } from '../template/template.ts';

/** A queue of the template, with the default of SQS filled in. */
export type Queue = {
  /** Short name for people. */
  name: string;
  url: string;
  arn: string;
  region: string;
  visibilityTimeoutMs: number;
  /** In the words of SetQueueAttributes. */
  attributes: Record<string, string>;
};

export type QueueEngine = {
  endpoint: string;
  urlOf: (resource: Resource) => string;
  stop: () => Promise<void>;
};

/** Attributes with their limits, in seconds and bytes. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const LIMITS: Record<string, [number, number]> = {
  DelaySeconds: [0, 900],
  MaximumMessageSize: [1_024, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: [0, 20],
  VisibilityTimeout: [0, 43_200],
};
const DEFAULT_VISIBILITY_S = 30;
/** Encryption, rights and tags matter on AWS only. */
const IGNORED = [
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'RedriveAllowPolicy',
  'SqsManagedSseEnabled',
  'Tags',
];

/**
 * Starts an SQS engine (fauxqs) on a free loopback port with the queues of an assembly, which still have the
 * attributes that SQS gives by itself. They are kept in memory: what is in them is lost when the runner stops.
 * Undefined where the assembly has no queue.
 */
export async function startQueueEngine(assembly: Assembly): Promise<QueueEngine | undefined> {
  const resources = assembly.resources.filter(({ type }) => type === 'AWS::SQS::Queue');
  if (resources.length === 0) return undefined;
  const { buildApp } = await import('fauxqs');
  const app = buildApp({ logger: false });
  // Not by its own start function, which listens on every interface of the machine.
  await app.listen({ port: 0, host: '127.0.0.1' });
  const endpoint = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const urls = new Map<string, string>();
  for (const resource of resources) {
    const QueueName = physicalName(resource);
    const { QueueUrl } = await callSqs<{ QueueUrl: string }>(
      { endpoint, region: resource.stack.region },
      'CreateQueue',
      { QueueName },
    );
    urls.set(QueueName, QueueUrl);
  }
  return {
    endpoint,
    urlOf: (resource) => urls.get(physicalName(resource))!,
    stop: () => app.close(),
  };
}

/** Reads the queues of an assembly. Throws StartError for a kind, property or value that is not served. */
export function readQueues(
  assembly: Assembly,
  resolver: Resolver,
  valuesOf: (resource: Resource) => ResourceValues,
): Queue[] {
  const resources = resourcesOf(assembly, resolver, 'AWS::SQS::Queue');
  const arns = resources.map((resource) => valuesOf(resource).attributes.Arn!);
  return resources.map((resource) => {
    const fail = (reason: string) =>
      new StartError(`The queue ${resource.name} cannot be served here: ${reason}.`);
    const attributes: Record<string, string> = {};
    for (const name of Object.keys(resource.properties).filter((property) => !IGNORED.includes(property))) {
      const value = resolver.property(resource, name);
      if (value === undefined) continue;
      if (name === 'RedrivePolicy') attributes[name] = redrivePolicy(value, arns, fail);
      else if (name in LIMITS) attributes[name] = limited(name, Number(value), fail);
      else throw fail(`its property ${name} is not served`);
    }
    const { ref, attributes: values } = valuesOf(resource);
    return {
      name: resource.name,
      url: ref,
      arn: values.Arn!,
      region: resource.stack.region,
      visibilityTimeoutMs: Number(attributes.VisibilityTimeout ?? DEFAULT_VISIBILITY_S) * 1000,
      attributes,
    };
  });
}

/** Gives the queues of the engine the attributes of the template; tells where they are, by their short names. */
export async function configureQueues(
  endpoint: string,
  queues: Queue[],
): Promise<{ endpoint: string; urls: Record<string, string> }> {
  for (const { url, region, attributes } of queues) {
    const input = { QueueUrl: url, Attributes: attributes };
    await callSqs({ endpoint, region }, 'SetQueueAttributes', input);
  }
  return { endpoint, urls: Object.fromEntries(queues.map(({ name, url }) => [name, url])) };
}

/** One call to the SQS engine; rejects with AwsError. */
export function callSqs<T>(
  { endpoint, ...where }: { endpoint: string; region: string; signal?: AbortSignal },
  operation: string,
  input: object,
): Promise<T> {
  return callAws(endpoint, { service: 'sqs', target: `AmazonSQS.${operation}`, ...where }, input);
}

type Failure = (reason: string) => StartError;

function limited(name: string, value: number, fail: Failure): string {
  const [least, most] = LIMITS[name]!;
  if (Number.isInteger(value) && value >= least && value <= most) return String(value);
  throw fail(`${name} is ${value}, and must be from ${least} to ${most}`);
}

function redrivePolicy(value: unknown, arns: string[], fail: Failure): string {
  const { deadLetterTargetArn, maxReceiveCount } = value as Record<string, unknown>;
  if (typeof deadLetterTargetArn !== 'string' || !arns.includes(deadLetterTargetArn)) {
    throw fail(`its dead letters go to ${String(deadLetterTargetArn)}, which is no queue of this app`);
  }
  const count = Number(maxReceiveCount);
  if (!Number.isInteger(count) || count < 1 || count > 1_000) {
    throw fail(`maxReceiveCount is ${String(maxReceiveCount)}, and must be from 1 to 1000`);
  }
  return JSON.stringify({ deadLetterTargetArn, maxReceiveCount: count });
}
