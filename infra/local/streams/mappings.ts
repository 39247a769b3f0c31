import type { Bucket } from '../storage/buckets.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver, ResourceValues } from '../template/intrinsics.ts';
import { mappingsOf, readMapping } from '../lambda/event-source-mapping.ts';
import type { MappingFailure } from '../lambda/event-source-mapping.ts';
import { physicalName, resourcesOf } from '../template/resources.ts';
import { compileFilters } from './filter.ts';
import type { StreamFilter } from './filter.ts';
import type { TableDefinition } from '../database/tables.ts';
import type { Assembly, Resource } from '../template/template.ts';

/** An event source mapping from a table's stream to a function, with the defaults of Lambda filled in. */
export type StreamMapping = {
  /** Short name for people. */
  name: string;
  /** Unique within the app and the same at every start. */
  id: string;
  fn: LambdaFunction;
  table: TableDefinition;
  /** What records carry: the ARN that Fn::GetAtt gives, and its region. */
  streamArn: string;
  region: string;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  batchSize: number;
  windowMs: number;
  bisect: boolean;
  /** Infinity: until it succeeds. */
  maxRetries: number;
  maxAgeMs: number;
  /** The function may answer with `batchItemFailures`. */
  reportsFailures: boolean;
  matches: StreamFilter;
  /** Where records that were given up are kept. */
  onFailure: Bucket | undefined;
};

const KNOWN = [
  'BatchSize',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'Enabled',
  'EventSourceArn',
  'FilterCriteria',
  'FunctionName',
  'FunctionResponseTypes',
  'KmsKeyArn',
  'MaximumBatchingWindowInSeconds',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'MetricsConfig',
  'ParallelizationFactor',
  'StartingPosition',
  'Tags',
];

/**
 * Reads the event source mappings of an assembly that are enabled and whose source is no queue.
 * ParallelizationFactor is accepted and taken as 1: batches of a stream follow one another. Throws StartError for
 * a source other than the stream of a table of this app, for an on-failure destination other than a bucket of this
 * app, and for any property or value that is not served.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html
 */
export function readStreamMappings(
  assembly: Assembly,
  resolver: Resolver,
  valuesOf: (resource: Resource) => ResourceValues,
  tables: TableDefinition[],
  functions: LambdaFunction[],
  buckets: Bucket[],
): StreamMapping[] {
  const streams = new Map(
    resourcesOf(assembly, resolver, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
      (resource) => [valuesOf(resource).attributes.StreamArn, physicalName(resource)] as const,
    ),
  );
  return mappingsOf(assembly, resolver, 'stream').map((resource) => {
    const mapping = readMapping(resource, resolver, functions, KNOWN);
    const { fn, reportsFailures, fail, property, integer } = mapping;
    const streamArn = String(property('EventSourceArn'));
    const table = tables.find(({ tableName }) => tableName === streams.get(streamArn));
    if (!table) throw fail(`its source ${streamArn} is not the stream of a table of this app`);
    if (!table.streamViewType) throw fail(`the table ${table.name} has no stream`);
    const limited = (value: number) => (value === -1 ? Infinity : value);
    integer('ParallelizationFactor', 1, 1, 10);
    const startingPosition = property('StartingPosition');
    if (startingPosition !== 'TRIM_HORIZON' && startingPosition !== 'LATEST') {
      throw fail(`StartingPosition is ${String(startingPosition)}, and must be TRIM_HORIZON or LATEST`);
    }
    const criteria = property<{ Filters?: { Pattern?: string }[] }>('FilterCriteria');
    return {
      name: resource.name,
      id: physicalName(resource),
      fn,
      table,
      streamArn,
      region: resource.stack.region,
      startingPosition,
      batchSize: integer('BatchSize', 100, 1, 10_000),
      windowMs: integer('MaximumBatchingWindowInSeconds', 0, 0, 300) * 1000,
      bisect: property('BisectBatchOnFunctionError') === true,
      maxRetries: limited(integer('MaximumRetryAttempts', -1, 0, 10_000)),
      maxAgeMs: limited(integer('MaximumRecordAgeInSeconds', -1, 60, 604_800)) * 1000,
      reportsFailures,
      matches: compileFilters((criteria?.Filters ?? []).map(({ Pattern }) => Pattern ?? '')),
      onFailure: readDestination(resource, resolver, buckets, fail),
    };
  });
}

function readDestination(
  resource: Resource,
  resolver: Resolver,
  buckets: Bucket[],
  fail: MappingFailure,
): Bucket | undefined {
  const { properties, stack } = resource;
  const config = properties.DestinationConfig as { OnFailure?: { Destination?: unknown } } | undefined;
  const destination = config?.OnFailure?.Destination;
  if (destination === undefined) return undefined;
  const text = JSON.stringify(destination);
  const named = [...stack.resources.values()].find(({ logicalId }) => text.includes(`"${logicalId}"`));
  if (!named || named.type === 'AWS::S3::Bucket') {
    const resolved = resolver.property(resource, 'DestinationConfig') as typeof config;
    const bucket = buckets.find(({ arn }) => arn === resolved?.OnFailure?.Destination);
    if (bucket) return bucket;
  }
  throw fail(`failed batches go to ${named?.type ?? text}, a destination that is not served`);
}
