import type { Bucket } from '../storage/buckets.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver, ResourceValues } from '../template/intrinsics.ts';
import { mappingsOf, readMapping } from '../lambda/event-source-mapping.ts';
import type { MappingFailure } from '../lambda/event-source-mapping.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { compileFilters } from './filter.ts';
import type { StreamFilter } from './filter.ts';
import type { TableDefinition } from '../database/tables.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** An event source mapping from a table's stream to a function, with Lambda's defaults filled in. */
export type StreamMapping = {
  /** Short name for messages. */
  name: string;
  /** Unique within the app and stable across starts. */
  id: string;
  fn: LambdaFunction;
  table: TableDefinition;
  /** Included in records: the stream's ARN from Fn::GetAtt, and its region. */
  streamArn: string;
  region: string;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  batchSize: number;
  /** The number of batches that are processed concurrently, each with different partition keys. */
  parallelization: number;
  windowMs: number;
  bisect: boolean;
  /** Infinity: retry until it succeeds. */
  maxRetries: number;
  maxAgeMs: number;
  /** Whether the function may return `batchItemFailures`. */
  reportsFailures: boolean;
  matches: StreamFilter;
  /** The bucket for unprocessed records. */
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
 * Reads the enabled event source mappings of an assembly whose source is not a queue. Throws a StartError for a source
 * other than the stream of a table in this app, an on-failure destination other than a bucket in this app,
 * and unsupported properties or values.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html
 */
export function readStreamMappings(
  assembly: Assembly,
  resolver: Resolver,
  valuesOf: (resource: TemplateResource) => ResourceValues,
  tables: TableDefinition[],
  functions: LambdaFunction[],
  buckets: Bucket[],
): StreamMapping[] {
  const streams = new Map(
    templateResources(assembly, resolver, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
      (resource) => [valuesOf(resource).attributes.StreamArn, physicalName(resource)] as const,
    ),
  );
  return mappingsOf(assembly, resolver, 'stream').map((resource) => {
    const mapping = readMapping(resource, resolver, functions, KNOWN);
    const { fn, reportsFailures, fail, property, integer } = mapping;
    const streamArn = String(property('EventSourceArn'));
    const table = tables.find(({ tableName }) => tableName === streams.get(streamArn));
    if (!table) throw fail(`its source ${streamArn} is not the stream of a table in this app`);
    if (!table.streamViewType) throw fail(`the table ${table.name} has no stream`);
    const limited = (value: number) => (value === -1 ? Infinity : value);
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
      parallelization: integer('ParallelizationFactor', 1, 1, 10),
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
  resource: TemplateResource,
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
  throw fail(`failed batches go to ${named?.type ?? text}, an unsupported destination`);
}
