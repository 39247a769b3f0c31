import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { SELF } from '../shared/db/table.ts';
import { workers } from '../shared/groups/workers.ts';
import { followedBeside, followedPrefixes } from '../shared/groups/projections.ts';
import { KEPT_MESSAGE } from '../shared/projections/kept-record.ts';
import { Alarms } from './constructs/alarms.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { UnhandledRecords, watchedRecords } from './constructs/unhandled-records.ts';
import { AUDIT_RETENTION_VARIABLE } from '../shared/api/operation/audit-trail.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

interface ProjectionsStackProps extends StackProps {
  config: EnvironmentConfig;
  table: ITableV2;
  /** Of an environment that sends mail. */
  mailQueue?: Queue | undefined;
}

/** Maximum lag of the projector before an alarm. */
const LATE_MS = 300_000;

/** The projections of the table's stream, and the storage for records they could not process. */
export class ProjectionsStack extends Stack {
  constructor(scope: Construct, id: string, { config, table, mailQueue, ...props }: ProjectionsStackProps) {
    super(scope, id, props);
    const unhandled = new UnhandledRecords(this, 'Unhandled', config);
    const projector = new ServiceFunction(this, 'Projector', {
      config,
      entry: 'projector',
      timeout: Duration.seconds(60),
    });
    projector.function.addEnvironment(AUDIT_RETENTION_VARIABLE, String(config.auditRetentionDays));
    projector.bind(workers.projector, { table, bucket: unhandled, mailQueue });
    unhandled.acknowledgePrefix(workers.projector.bucketPrefix);
    const source = projectFrom(table, unhandled);
    projector.function.addEventSource(source);
    const runner = new ServiceFunction(this, 'JobRunner', {
      config,
      entry: 'job-runner',
      timeout: Duration.seconds(60),
    });
    runner.bind(workers['job-runner'], { table });
    new Rule(this, 'JobSchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(runner.function, { retryAttempts: 0 })],
    });
    const kept = new MetricFilter(this, 'KeptRecords', {
      logGroup: projector.logGroup,
      metricNamespace: 'Plotline',
      metricName: `KeptRecords-${config.id}`,
      filterPattern: FilterPattern.anyTerm(KEPT_MESSAGE),
    });
    new Alarms(this, 'Alarms', config, {
      KeptRecords: { metric: kept.metric({ statistic: 'Sum' }), above: 0 },
      LateRecords: {
        metric: projector.function.metric('IteratorAge', { statistic: 'Maximum' }),
        above: LATE_MS,
      },
      ...watchedRecords(source),
      JobErrors: { metric: runner.function.metricErrors(), above: 0, periods: 5 },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5',
      reason: 'Listing streams has no resource to narrow it to.',
    });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'UnhandledBucket', { value: unhandled.bucketName });
  }
}

/** Records are delivered again for as long as the stream has them; what then is left goes to the bucket. */
const projectFrom = (table: ITableV2, unhandled: UnhandledRecords): DynamoEventSource =>
  new DynamoEventSource(table, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: -1,
    maxRecordAge: Duration.hours(24),
    onFailure: unhandled.onFailure,
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    // One filter with many prefixes: a mapping can have at most five filters (AWS limit).
    filters: [
      FilterCriteria.filter({
        dynamodb: {
          Keys: { pk: { S: followedPrefixes.map((prefix) => ({ prefix })) }, sk: { S: [SELF] } },
        },
      }),
      // What is stored with an item: the stories of a plan, days off and busy times, and the relations of stories.
      FilterCriteria.filter({
        dynamodb: { Keys: { pk: { S: followedBeside.prefixes.map((prefix) => ({ prefix })) } } },
      }),
      FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: followedBeside.sortKeys } } } }),
    ],
  });
