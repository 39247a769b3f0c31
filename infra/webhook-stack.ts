import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import {
  Alarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, MetricType, StartingPosition, type IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { SELF } from '../shared/db/table.ts';
import { laneRequests } from '../shared/deliveries/lane-store.ts';
import { subjectPrefixes } from '../shared/deliveries/subjects.ts';
import type { EnvironmentConfig } from './config.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import type { Secrets } from './data-stack.ts';

interface WebhookStackProps extends StackProps {
  config: EnvironmentConfig;
  table: TableV2;
  secrets: Secrets;
}

/** From changes of the table to requests at receivers: dispatcher, queue, delivery, sweeper, and what is left over. */
export class WebhookStack extends Stack {
  constructor(scope: Construct, id: string, { config, table, secrets, ...props }: WebhookStackProps) {
    super(scope, id, props);
    const { queue, deadLetters } = this.#queues();
    const leftOver = this.#leftOverBucket(config);
    const dispatcher = this.#function('WebhookDispatcher', config, table, queue);
    const source = dispatchFrom(table, leftOver);
    dispatcher.function.addEventSource(source);

    const delivery = this.#function('WebhookDelivery', config, table, queue);
    delivery.bindSecret('WEBHOOK_KEY_ARN', secrets.WEBHOOK_KEY_ARN);
    delivery.function.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        // Slow receivers must not take the account's concurrency from the API.
        maxConcurrency: config.webhookConcurrency,
      }),
    );

    const sweeper = this.#function('WebhookSweeper', config, table, queue);
    new Rule(this, 'SweepSchedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweeper.function, { retryAttempts: 0 })],
    });

    const ofSource = (metricName: string) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
        statistic: 'Sum',
      });
    this.#alarms(config, {
      DeadLetters: { metric: deadLetters.metricApproximateNumberOfMessagesVisible(), above: 0 },
      LeftOverRecords: { metric: ofSource('OnFailureDestinationDeliveredEventCount'), above: 0 },
      DroppedRecords: { metric: ofSource('DroppedEventCount'), above: 0 },
      LateRecords: {
        metric: dispatcher.function.metric('IteratorAge', { statistic: 'Maximum' }),
        above: 300_000,
      },
      SweeperErrors: { metric: sweeper.function.metricErrors(), above: 0 },
      SweeperStill: { metric: sweeper.function.metricInvocations(), below: 1 },
    });
    const bucketId = this.getLogicalId(leftOver.node.defaultChild as CfnBucket);
    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions::AwsSolutions-IAM5',
        reason: 'Listing streams has no resource to narrow it to.',
      },
      {
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/aws/lambda/*]`,
        reason: 'What is left over gets its names from Lambda.',
      },
    );
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'QueueUrl', { value: queue.queueUrl });
    new CfnOutput(this, 'DeadLetterQueueUrl', { value: deadLetters.queueUrl });
    new CfnOutput(this, 'LeftOverBucket', { value: leftOver.bucketName });
  }

  #queues(): { queue: Queue; deadLetters: Queue } {
    const deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Six times the function's timeout, as AWS asks of queues that feed functions.
      visibilityTimeout: Duration.seconds(6 * FUNCTION_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    return { queue, deadLetters };
  }

  /** Gets stream records whole that could not be handled; a queue would get only where they stood. */
  #leftOverBucket({ removalPolicy }: EnvironmentConfig): Bucket {
    const bucket = new Bucket(this, 'LeftOver', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy,
      // Not longer than what makes a replay harmless: the events that were sent.
      lifecycleRules: [{ expiration: Duration.days(29) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason: 'Only Lambda writes here, and only when something failed; there is no access to log.',
    });
    return bucket;
  }

  #function(id: string, config: EnvironmentConfig, table: TableV2, queue: Queue): ServiceFunction {
    const entry = id.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    const made = new ServiceFunction(this, id, { config, entry, timeout: FUNCTION_TIMEOUT });
    made.bindTable(table, 'readWrite');
    queue.grantSendMessages(made.function);
    made.function.addEnvironment('QUEUE_URL', queue.queueUrl);
    return made;
  }

  #alarms({ alarmEmail }: EnvironmentConfig, watched: Record<string, Watched>): void {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    // A policy of one's own replaces the one by which SNS lets alarms in.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    for (const [name, { metric, above, below }] of Object.entries(watched)) {
      const alarm = new Alarm(this, `${name}Alarm`, {
        metric,
        threshold: above ?? below ?? 0,
        evaluationPeriods: 1,
        comparisonOperator:
          below === undefined
            ? ComparisonOperator.GREATER_THAN_THRESHOLD
            : ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
      });
      alarm.addAlarmAction(new SnsAction(topic));
    }
  }
}

/** A metric that must not go above or below a value. */
interface Watched {
  metric: IMetric;
  above?: number;
  below?: number;
}

const FUNCTION_TIMEOUT = Duration.seconds(60);

/** The stream's records that make events, and those by which an operation asks for a lane. */
function dispatchFrom(table: TableV2, leftOver: Bucket): DynamoEventSource {
  const subjects = FilterCriteria.filter({
    dynamodb: { Keys: { pk: { S: subjectPrefixes.map((prefix) => ({ prefix })) }, sk: { S: [SELF] } } },
  });
  const requests = FilterCriteria.filter({
    eventName: ['INSERT'],
    dynamodb: {
      Keys: { pk: { S: [{ prefix: laneRequests.pk }] }, sk: { S: [{ prefix: laneRequests.sk }] } },
    },
  });
  return new DynamoEventSource(table as ITableV2, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    parallelizationFactor: 4,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 10,
    maxRecordAge: Duration.hours(6),
    onFailure: intoBucket(leftOver),
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    filters: [subjects, requests],
  });
}

/** The bucket as on-failure destination, with no more rights than to put what failed; CDK's own gives all. */
const intoBucket = (bucket: Bucket): IEventSourceDlq => ({
  bind(_mapping, fn) {
    const may = (action: string, resource: string) =>
      fn.addToRolePolicy(new PolicyStatement({ actions: [`s3:${action}`], resources: [resource] }));
    may('PutObject', bucket.arnForObjects('aws/lambda/*'));
    may('ListBucket', bucket.bucketArn);
    return { destination: bucket.bucketArn };
  },
});
