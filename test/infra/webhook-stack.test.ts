import { Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, test } from 'vitest';
import { production } from './production.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { ProjectionsStack } from '../../infra/projections-stack.ts';
import { WebhookStack } from '../../infra/webhook-stack.ts';
import { newApp } from './new-app.ts';
import { rightsOf } from './role-rights.ts';

function synthesize() {
  const app = newApp();
  const config = production();
  const { table, secrets, attachments, alarmTopic } = new DataStack(app, 'data', { config });
  const events = new ProjectionsStack(app, 'projections', {
    config,
    table,
    secrets,
    attachments,
    alarmTopic,
  });
  const webhooks = new WebhookStack(app, 'webhooks', { config, table, secrets, alarmTopic });
  return { app, events, webhooks };
}

test('the projections take part of a batch, halve one that fails, and pass on the rest', () => {
  const template = Template.fromStack(synthesize().events);
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    BatchSize: 100,
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: -1,
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
  });
});

/** Lambda reads what it gives up from the stream, which has it for 24 hours, to store it. */
test('records are retried for most of the time that the stream keeps them, and given up well before its end', () => {
  const { events, webhooks } = synthesize();
  for (const stack of [events, webhooks]) {
    Template.fromStack(stack).hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 20 * 60 * 60,
    });
  }
});

describe('the webhook stack', () => {
  let template: Template;
  beforeAll(() => void (template = Template.fromStack(synthesize().webhooks)));

  test('sends stream records that fail, whole, to a bucket that no one else can reach', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('LeftOver'), 'Arn'] } },
      },
    });
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });

  test('ends messages that keep failing in a queue of dead letters, and bounds what slow receivers take', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      RedrivePolicy: { maxReceiveCount: 5, deadLetterTargetArn: Match.anyValue() },
    });
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      ScalingConfig: { MaximumConcurrency: Match.anyValue() },
    });
  });

  test('counts what is given up on: endpoints that were disabled, and deliveries without a further attempt', () => {
    template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '?"webhook endpoint disabled" ?"webhook deliveries exhausted"',
      MetricTransformations: [Match.objectLike({ MetricName: 'EndpointsGivenUp-prod' })],
    });
  });

  test('assumes roles of other accounts only, that are named for it, and only with an external id', () => {
    const statements = rightsOf(template).flatMap(([, rights]) => rights);
    const assuming = statements.filter(({ Action }) => [Action].flat().some((one) => one.startsWith('sts:')));
    expect(assuming).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::*:role/plotline-*']] },
        Condition: {
          StringNotEquals: { 'aws:ResourceAccount': { Ref: 'AWS::AccountId' } },
          Null: { 'sts:ExternalId': 'false' },
        },
      },
    ]);
  });

  test('sweeps each minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
  });

  test('retries a failed rotation of keys twice on the same day, but not a sweep: the next is a minute away', () => {
    const targets = { RetryPolicy: { MaximumRetryAttempts: 2 } };
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 day)',
      Targets: [Match.objectLike(targets)],
    });
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      Targets: Match.arrayWith([Match.objectLike({ RetryPolicy: { MaximumRetryAttempts: 0 } })]),
    });
  });

  test('watches unprocessed batches, lag and silence, with alarms that publish to the topic of the environment', () => {
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
    const watched = alarms.map(({ Properties }) => (Properties as { MetricName?: string }).MetricName).sort();
    expect(watched).toEqual([
      'ApproximateAgeOfOldestMessage',
      'ApproximateNumberOfMessagesVisible',
      'DroppedEventCount',
      'EndpointsGivenUp-prod',
      'Errors',
      'Invocations',
      'IteratorAge',
      'OnFailureDestinationDeliveredEventCount',
    ]);
    for (const { Properties } of alarms)
      expect(Properties).toMatchObject({ AlarmActions: [expect.anything()] });
    template.resourceCountIs('AWS::SNS::Topic', 0);
  });

  test('reports the first message that could not be delivered, and a pause of five minutes', () => {
    const thresholds = [
      ['ApproximateNumberOfMessagesVisible', 0],
      ['OnFailureDestinationDeliveredEventCount', 0],
      ['IteratorAge', 300_000],
      ['ApproximateAgeOfOldestMessage', 300],
    ] as const;
    for (const [MetricName, Threshold] of thresholds) {
      const alarm = { MetricName, Threshold, ComparisonOperator: 'GreaterThanThreshold' };
      template.hasResourceProperties('AWS::CloudWatch::Alarm', alarm);
    }
  });

  test('lets only delivery and the rotation of keys read the keyring', () => {
    const readers = rightsOf(template).filter(([, rights]) =>
      JSON.stringify(rights).includes('secretsmanager:'),
    );
    expect(readers.map(([name]) => name).sort()).toEqual([
      expect.stringMatching(/^KeyRotation/),
      expect.stringMatching(/^WebhookDelivery/),
    ]);
  });
});

test('cdk-nag finds nothing in what follows from the stream that is not acknowledged with a reason', () => {
  const { app } = synthesize();
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  expect(() => app.synth()).not.toThrow();
});
