import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { mappingsOf, readMapping } from '../lambda/event-source-mapping.ts';
import type { Queue } from './engine.ts';
import type { Assembly } from '../template/template.ts';

/** An event source mapping from a queue to a function, with Lambda's defaults filled in. */
export type QueueMapping = {
  queue: Queue;
  /** Takes what the function is not invoked with. */
  deadLetters: Queue | undefined;
  fn: LambdaFunction;
  batchSize: number;
  windowMs: number;
  /** Maximum number of concurrent batches. */
  concurrency: number;
  /** Whether the function may return `batchItemFailures`. */
  reportsFailures: boolean;
};

const KNOWN = [
  'BatchSize',
  'Enabled',
  'EventSourceArn',
  'FunctionName',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'MetricsConfig',
  'ScalingConfig',
  'Tags',
];
/** Local substitute for Lambda's maximum of a thousand concurrent batches. */
const CONCURRENCY_MAX = 10;
/** Without a batching window. https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
const BATCH_SIZE_MAX = 10;

/**
 * Reads the enabled event source mappings of an assembly whose source is a queue. Throws a StartError for a
 * queue outside this app and for unsupported properties or values; filters are unsupported, because they
 * delete messages unseen.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html
 */
export function readQueueMappings(
  assembly: Assembly,
  resolver: Resolver,
  queues: Queue[],
  functions: LambdaFunction[],
): QueueMapping[] {
  return mappingsOf(assembly, resolver, 'queue').map((resource) => {
    const mapping = readMapping(resource, resolver, functions, KNOWN);
    const { fn, reportsFailures, fail, property, integer } = mapping;
    const queue = queues.find(({ arn }) => arn === property('EventSourceArn'));
    if (!queue) throw fail(`its source ${String(property('EventSourceArn'))} is not a queue of this app`);
    if (queue.visibilityTimeoutMs < fn.timeoutMs) {
      throw fail(
        `the visibility timeout of ${queue.name} is ${queue.visibilityTimeoutMs / 1000} seconds, ` +
          `less than the timeout of ${fn.name}, ${fn.timeoutMs / 1000} seconds, which AWS rejects ` +
          'too',
      );
    }
    const windowMs = integer('MaximumBatchingWindowInSeconds', 0, 0, 300) * 1000;
    const batchSize = integer('BatchSize', 10, 1, 10_000);
    if (batchSize > BATCH_SIZE_MAX && windowMs === 0) {
      throw fail(`BatchSize is ${batchSize}, and more than ${BATCH_SIZE_MAX} requires a batching window`);
    }
    const scaling = property<Record<string, unknown>>('ScalingConfig') ?? {};
    const unknown = Object.keys(scaling).find((name) => name !== 'MaximumConcurrency');
    if (unknown !== undefined) throw fail(`its property ScalingConfig.${unknown} is not supported`);
    const most = Number(scaling.MaximumConcurrency ?? 1_000);
    if (!Number.isInteger(most) || most < 2 || most > 1_000) {
      throw fail(`MaximumConcurrency is ${most}, and must be from 2 to 1000`);
    }
    return {
      queue,
      deadLetters: queues.find(({ arn }) => arn === queue.deadLettersArn),
      fn,
      batchSize,
      windowMs,
      concurrency: Math.min(most, CONCURRENCY_MAX),
      reportsFailures,
    };
  });
}
