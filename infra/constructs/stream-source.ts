import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ItemKind, SortKeys } from '../../shared/kernel/db/table.ts';
import type { StreamConsumer } from '../../shared/surface/workers/stream-consumers.ts';
import type { UnprocessedRecords } from './unprocessed-records.ts';

/** The event source that invokes a consumer with the changes that it follows. */
export const streamSource = (
  table: ITableV2,
  consumer: StreamConsumer,
  unprocessed: UnprocessedRecords,
): DynamoEventSource =>
  new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: consumer.retries.attempts,
    maxRecordAge: Duration.hours(consumer.retries.hours),
    onFailure: unprocessed.onFailure,
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    filters: streamFilters(consumer).map((filter) => ({ pattern: JSON.stringify(filter) })),
  });

/** Lambda's limit on the filters of a mapping; a request to AWS can raise it to ten. */
const FILTERS_MAX = 5;

/** Lambda's filters for what a consumer follows: kinds with the same sort keys share one. */
export function streamFilters({ follows, followsNew = [] }: StreamConsumer): object[] {
  const filters = [...filtersOf(follows, {}), ...filtersOf(followsNew, { eventName: ['INSERT'] })];
  if (filters.length > FILTERS_MAX) throw new Error(`A stream mapping takes ${FILTERS_MAX} filters at most.`);
  return filters;
}

function filtersOf(kinds: readonly ItemKind[], events: object): object[] {
  const alike = Map.groupBy(kinds, ({ sortKeys }) => JSON.stringify(sortKeys)).values();
  return [...alike].map((some) => {
    const pk = { S: [...new Set(some.map(({ prefix }) => prefix))].map((prefix) => ({ prefix })) };
    return { ...events, dynamodb: { Keys: { pk, ...sortKeyFilter(some[0]!.sortKeys) } } };
  });
}

function sortKeyFilter(sortKeys: SortKeys): object {
  if (sortKeys === 'any') return {};
  return { sk: { S: ['equals' in sortKeys ? sortKeys.equals : { prefix: sortKeys.prefix }] } };
}
