import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { RuleTargetInput } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { workers } from '../shared/surface/workers/workers.ts';
import { streamConsumers } from '../shared/surface/workers/stream-consumers.ts';
import { ENDPOINT_DISABLED_MESSAGE } from '../shared/events/deliveries/disable-endpoint.ts';
import { DELIVERIES_EXHAUSTED_MESSAGE } from '../shared/events/deliveries/record-outcome.ts';
import { SLOTS_VARIABLE } from '../shared/events/deliveries/slots.ts';
import { AUDIT_RETENTION_VARIABLE } from '../shared/kernel/api/operation/audit-trail-store.ts';
import { RETENTION_VARIABLE } from '../shared/kernel/log/retention.ts';
import { UNPROCESSED_MESSAGE } from '../shared/projections/unprocessed-record.ts';
import { Alarms } from './constructs/alarms.ts';
import { loggedLines } from './constructs/logged-lines.ts';
import { runRegularly } from './constructs/run-regularly.ts';
import { slotsOf } from './constructs/slots.ts';
import { processMessages, watchedMessages, workQueue } from './constructs/work-queue.ts';
import { streamSource } from './constructs/stream-source.ts';
import { UnprocessedRecords, watchedRecords } from './constructs/unprocessed-records.ts';
import { workerFunction } from './constructs/worker-function.ts';
import type { Secrets } from './data-stack.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

interface WebhookStackProps extends StackProps {
  config: EnvironmentConfig;
  alarmTopic: ITopic;
  table: ITableV2;
  secrets: Secrets;
}

/** The webhook pipeline: dispatcher, queue, delivery, sweeper, and storage for failures. */
export class WebhookStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, alarmTopic, table, secrets, ...props }: WebhookStackProps,
  ) {
    super(scope, id, props);
    const lanes = workQueue(this, '');
    const { queue, deadLetters } = lanes;
    // Its id stays: another one would replace the bucket.
    const unprocessed = new UnprocessedRecords(this, 'LeftOver', config);
    const common = {
      config,
      resources: { table, queue, secrets, bucket: unprocessed },
      environment: {
        [RETENTION_VARIABLE]: String(config.eventRetentionDays),
        [AUDIT_RETENTION_VARIABLE]: String(config.auditRetentionDays),
        [SLOTS_VARIABLE]: String(slotsOf(config.webhookConcurrency)),
      },
    };
    const dispatcher = workerFunction(this, 'WebhookDispatcher', { ...common, entry: 'webhook-dispatcher' });
    const source = streamSource(table, streamConsumers['webhook-dispatcher'], unprocessed);
    dispatcher.function.addEventSource(source);
    unprocessed.acknowledgePrefix(workers['webhook-dispatcher'].bucketPrefix);
    // Of the metric that an alarm of the projections watches.
    loggedLines(this, 'UnprocessedRecords', {
      logGroup: dispatcher.logGroup,
      text: UNPROCESSED_MESSAGE,
      config,
    });

    const delivery = workerFunction(this, 'WebhookDelivery', { ...common, entry: 'webhook-delivery' });
    // Slow receivers must not use up the API's share of the account's concurrency.
    processMessages(delivery.function, lanes, { maxConcurrency: config.webhookConcurrency });

    const sweeper = workerFunction(this, 'WebhookSweeper', { ...common, entry: 'webhook-sweeper' });
    const parts = Array.from({ length: config.sweepers }, (_, part) => ({ part, of: config.sweepers }));
    const events = parts.map((part) => RuleTargetInput.fromObject(part));
    runRegularly(this, 'SweepSchedule', sweeper.function, { every: Duration.minutes(1), events });

    // Here, because it encrypts the signing secrets of endpoints again.
    const keys = workerFunction(this, 'KeyRotation', { ...common, entry: 'key-rotation' });
    runRegularly(this, 'KeySchedule', keys.function, { every: Duration.days(1), retryAttempts: 2 });

    // For the operator, since customers often learn of their receivers from whom they buy.
    const givenUp = loggedLines(this, 'EndpointsGivenUp', {
      logGroup: delivery.logGroup,
      text: [ENDPOINT_DISABLED_MESSAGE, DELIVERIES_EXHAUSTED_MESSAGE],
      config,
    }).with({ period: Duration.hours(1) });

    new Alarms(
      this,
      'Alarms',
      config,
      {
        ...watchedMessages(lanes, { backlog: 'DeliveryBacklog', above: BACKLOG_SECONDS }),
        ...watchedRecords(source, dispatcher.function),
        KeyRotationErrors: { metric: keys.function.metricErrors(), above: 0 },
        SweeperStill: { metric: sweeper.function.metricInvocations(), below: 1, severity: 'page' },
        EndpointsGivenUp: { metric: givenUp, above: 0 },
      },
      alarmTopic,
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5',
      reason: 'Listing streams has no resource to narrow it to.',
    });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    if (config.cell) new CfnOutput(this, 'Cell', { value: String(config.cell.number) });
    new CfnOutput(this, 'QueueUrl', { value: queue.queueUrl });
    new CfnOutput(this, 'DeadLetterQueueUrl', { value: deadLetters.queueUrl });
    new CfnOutput(this, 'UnprocessedBucket', { value: unprocessed.bucketName });
    new CfnOutput(this, 'EventRetentionDays', { value: String(config.eventRetentionDays) });
  }
}

/** How old a wake-up may be before an alarm; it is sent when its lane is due. */
const BACKLOG_SECONDS = 300;
