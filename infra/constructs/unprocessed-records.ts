import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IEventSourceDlq, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { WatchedMetric } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/** The prefix under which Lambda stores the records that it stops retrying. */
const LAMBDA_PREFIX = 'aws/lambda/';

/**
 * A bucket for complete stream records that could not be processed; a queue would get only their position.
 */
export class UnprocessedRecords extends PrivateBucket {
  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      // Not longer than what makes a replay harmless: the events that were sent.
      expiration: Duration.days(29),
      withoutAccessLogs:
        'Only the function and Lambda write here, and only on failures, so access logs are unnecessary.',
    });
    this.acknowledgePrefix(LAMBDA_PREFIX);
  }

  /** The bucket as on-failure destination, with write access only; CDK's own construct grants more. */
  readonly onFailure: IEventSourceDlq = {
    bind: (_mapping, fn) => {
      this.allowObjects(fn, ['PutObject'], LAMBDA_PREFIX);
      return { destination: this.bucketArn };
    },
  };

  /** Object names are chosen on write, so the permission has to end in a wildcard. */
  acknowledgePrefix(prefix: string): void {
    this.acknowledgeNames(prefix, 'Object names are generated when a record fails.');
  }
}

/** Maximum lag behind the table before an alarm. */
const LAG_MAX_MS = 300_000;

/** Alarms for a stream mapping that leaves records unprocessed, loses them, or lags; `fn` is what it invokes. */
export function watchedRecords(
  source: DynamoEventSource,
  fn: IFunction,
): Record<'LateRecords' | 'UnprocessedBatches' | 'DroppedRecords', WatchedMetric> {
  const countOf = (metricName: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
      statistic: 'Sum',
    });
  return {
    LateRecords: {
      metric: fn.metric('IteratorAge', { statistic: 'Maximum' }),
      above: LAG_MAX_MS,
      severity: 'page',
    },
    UnprocessedBatches: { metric: countOf('OnFailureDestinationDeliveredEventCount'), above: 0 },
    DroppedRecords: { metric: countOf('DroppedEventCount'), above: 0, severity: 'page' },
  };
}
