import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { workers } from '../shared/groups/workers.ts';
import { streamConsumers } from '../shared/groups/stream-consumers.ts';
import { UNPROCESSED_MESSAGE } from '../shared/projections/unprocessed-record.ts';
import { Alarms } from './constructs/alarms.ts';
import { streamSource } from './constructs/stream-source.ts';
import { UnprocessedRecords, watchedRecords } from './constructs/unprocessed-records.ts';
import { workerFunction } from './constructs/worker-function.ts';
import { AUDIT_RETENTION_VARIABLE } from '../shared/api/operation/audit-trail-store.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

interface ProjectionsStackProps extends StackProps {
  config: EnvironmentConfig;
  table: ITableV2;
  /** Of an environment that sends mail. */
  mailQueue?: Queue | undefined;
}

/** The projections of the table's stream, and the storage for records they could not process. */
export class ProjectionsStack extends Stack {
  constructor(scope: Construct, id: string, { config, table, mailQueue, ...props }: ProjectionsStackProps) {
    super(scope, id, props);
    // Its id stays: another one would replace the bucket.
    const unprocessed = new UnprocessedRecords(this, 'Unhandled', config);
    const projector = workerFunction(this, 'Projector', {
      ...{ config, entry: 'projector', resources: { table, bucket: unprocessed, mailQueue } },
      environment: { [AUDIT_RETENTION_VARIABLE]: String(config.auditRetentionDays) },
    });
    unprocessed.acknowledgePrefix(workers.projector.bucketPrefix);
    const source = streamSource(table, streamConsumers.projector, unprocessed);
    projector.function.addEventSource(source);
    const runner = workerFunction(this, 'JobRunner', { config, entry: 'job-runner', resources: { table } });
    new Rule(this, 'JobSchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(runner.function, { retryAttempts: 0 })],
    });
    const unprocessedRecords = new MetricFilter(this, 'UnprocessedRecords', {
      logGroup: projector.logGroup,
      metricNamespace: 'Plotline',
      metricName: `UnprocessedRecords-${config.id}`,
      filterPattern: FilterPattern.anyTerm(UNPROCESSED_MESSAGE),
    });
    new Alarms(this, 'Alarms', config, {
      UnprocessedRecords: { metric: unprocessedRecords.metric({ statistic: 'Sum' }), above: 0 },
      ...watchedRecords(source, projector.function),
      JobErrors: { metric: runner.function.metricErrors(), above: 0, periods: 5 },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5',
      reason: 'Listing streams has no resource to narrow it to.',
    });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'UnprocessedBucket', { value: unprocessed.bucketName });
  }
}
