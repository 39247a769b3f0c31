import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { DataStack } from '../../infra/data-stack.ts';
import { ProjectionsStack } from '../../infra/projections-stack.ts';
import { newApp } from './new-app.ts';
import { production } from './production.ts';
import { rightsOf } from './role-rights.ts';

let template: Template;

beforeAll(() => {
  const app = newApp();
  const config = production();
  const { table, secrets, attachments, alarmTopic } = new DataStack(app, 'data', { config });
  template = Template.fromStack(
    new ProjectionsStack(app, 'projections', { config, table, secrets, attachments, alarmTopic }),
  );
});

/** The actions that the policies of a function's role allow. */
function actionsOf(name: string): string[] {
  const own = rightsOf(template).filter(([id]) => id.startsWith(name));
  expect(own).toHaveLength(1);
  return own[0]![1].flatMap(({ Action }) => Action);
}

test('jobs wait in a queue, and messages that fail five times in one of dead letters', () => {
  template.resourceCountIs('AWS::SQS::Queue', 2);
  template.hasResourceProperties('AWS::SQS::Queue', {
    RedrivePolicy: {
      maxReceiveCount: 5,
      deadLetterTargetArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^JobDeadLetters'), 'Arn'] },
    },
  });
});

test('a worker gets one job at a time without waiting for more, and bounded many work at once', () => {
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    EventSourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^JobQueue'), 'Arn'] },
    FunctionName: { Ref: Match.stringLikeRegexp('^JobWorker') },
    BatchSize: 1,
    MaximumBatchingWindowInSeconds: Match.absent(),
    ScalingConfig: { MaximumConcurrency: production().jobConcurrency },
  });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Description: 'Plotline: job-worker',
    Environment: { Variables: Match.objectLike({ JOB_SLOTS: '10' }) },
  });
});

test('the projector and the runner send, the worker also receives, and each has no right that it does not use', () => {
  const queues = (name: string) => actionsOf(name).filter((action) => action.startsWith('sqs:'));
  for (const name of ['Projector', 'JobRunner', 'JobWorker'])
    expect(queues(name)).toContain('sqs:SendMessage');
  for (const name of ['Projector', 'JobRunner']) expect(queues(name)).not.toContain('sqs:ReceiveMessage');
  expect(queues('JobWorker')).toContain('sqs:DeleteMessage');
  expect(
    actionsOf('JobRunner').filter((action) => /dynamodb:(Put|Update|Delete|Condition)/.test(action)),
  ).toEqual([]);
  expect(actionsOf('JobWorker').filter((action) => action.startsWith('s3:'))).toEqual([]);
});

test.each([
  ['ApproximateNumberOfMessagesVisible', 0],
  ['ApproximateAgeOfOldestMessage', 300],
  ['FailedJobs-prod', 0],
])('an alarm watches %s above %i', (MetricName, Threshold) => {
  const alarm = { MetricName, Threshold, ComparisonOperator: 'GreaterThanThreshold' };
  template.hasResourceProperties('AWS::CloudWatch::Alarm', alarm);
});
