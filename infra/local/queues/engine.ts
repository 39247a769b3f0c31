import type { AddressInfo } from 'node:net';
import { callAws } from '../runner/aws-call.ts';
import type { Resolver, ResourceValues } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import { guardQueues } from './guard-queues.ts';
import { keepTenants } from './tenants.ts';
import { keepTraces } from './traces.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** A queue of the template, with SQS defaults filled in. */
export type Queue = {
  /** Short name for people. */
  name: string;
  url: string;
  arn: string;
  region: string;
  visibilityTimeoutMs: number;
  /** The ARN of the queue that takes its dead letters, if there is one. */
  deadLettersArn: string | undefined;
  /** As SetQueueAttributes input. */
  attributes: Record<string, string>;
};

type QueueEngine = {
  endpoint: string;
  urlOf: (resource: TemplateResource) => string;
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
const DEFAULT_VISIBILITY_SECONDS = 30;
/** Encryption, permissions and tags matter only on AWS; names are read where queues are made. */
const IGNORED = [
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'QueueName',
  'RedriveAllowPolicy',
  'SqsManagedSseEnabled',
  'Tags',
];

/**
 * Starts an SQS engine (fauxqs) on a free loopback port with the queues of an assembly, which initially have
 * default attributes. Queues are in memory: their content is lost when the runner stops. Undefined if the
 * assembly has no queues.
 */
export async function startQueueEngine(assembly: Assembly): Promise<QueueEngine | undefined> {
  const resources = assembly.resources.filter(({ type }) => type === 'AWS::SQS::Queue');
  if (resources.length === 0) return undefined;
  const { buildApp } = await import('fauxqs');
  const app = buildApp({ logger: false });
  guardQueues(app);
  keepTenants(app);
  keepTraces(app);
  // Not with its own start function, which listens on all interfaces.
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

/** Reads the queues of an assembly. Throws a StartError for an unsupported kind, property or value. */
export function readQueues(
  assembly: Assembly,
  resolver: Resolver,
  valuesOf: (resource: TemplateResource) => ResourceValues,
): Queue[] {
  const resources = templateResources(assembly, resolver, 'AWS::SQS::Queue');
  const arns = resources.map((resource) => valuesOf(resource).attributes.Arn!);
  return resources.map((resource) => {
    const fail = (reason: string) =>
      new StartError(`The queue ${resource.name} cannot be run locally: ${reason}.`);
    const attributes: Record<string, string> = {};
    for (const name of Object.keys(resource.properties).filter((property) => !IGNORED.includes(property))) {
      const value = resolver.property(resource, name);
      if (value === undefined) continue;
      if (name === 'RedrivePolicy') attributes[name] = redrivePolicy(value, arns, fail);
      else if (name in LIMITS) attributes[name] = limited(name, Number(value), fail);
      else throw fail(`its property ${name} is not supported`);
    }
    const { ref, attributes: values } = valuesOf(resource);
    return {
      name: resource.name,
      url: ref,
      arn: values.Arn!,
      region: resource.stack.region,
      visibilityTimeoutMs: Number(attributes.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS) * 1000,
      deadLettersArn: deadLettersOf(attributes.RedrivePolicy),
      attributes,
    };
  });
}

/** Applies the template's attributes to the engine's queues; returns their URLs by short name. */
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

/** Calls the SQS engine; rejects with AwsError. */
export function callSqs<T>(
  { endpoint, ...where }: { endpoint: string; region: string; signal?: AbortSignal },
  operation: string,
  input: object,
): Promise<T> {
  return callAws(endpoint, { service: 'sqs', target: `AmazonSQS.${operation}`, ...where }, input);
}

const deadLettersOf = (policy: string | undefined): string | undefined =>
  policy && (JSON.parse(policy) as { deadLetterTargetArn: string }).deadLetterTargetArn;

type Failure = (reason: string) => StartError;

function limited(name: string, value: number, fail: Failure): string {
  const [least, most] = LIMITS[name]!;
  if (Number.isInteger(value) && value >= least && value <= most) return String(value);
  throw fail(`${name} is ${value}, and must be from ${least} to ${most}`);
}

function redrivePolicy(value: unknown, arns: string[], fail: Failure): string {
  const { deadLetterTargetArn, maxReceiveCount } = value as Record<string, unknown>;
  if (typeof deadLetterTargetArn !== 'string' || !arns.includes(deadLetterTargetArn)) {
    throw fail(`its dead letters go to ${String(deadLetterTargetArn)}, which is not a queue of this app`);
  }
  const count = Number(maxReceiveCount);
  if (!Number.isInteger(count) || count < 1 || count > 1_000) {
    throw fail(`maxReceiveCount is ${String(maxReceiveCount)}, and must be from 1 to 1000`);
  }
  return JSON.stringify({ deadLetterTargetArn, maxReceiveCount: count });
}
