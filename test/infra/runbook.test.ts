import { Match, Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { table } from '../../shared/kernel/db/table.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';
import { newApp } from './new-app.ts';

interface Metric {
  MetricName: string;
  Dimensions: { Name: string; Value: { Ref: string } }[];
}

interface AlarmProperties {
  AlarmDescription?: string;
  AlarmActions?: unknown[];
  OKActions?: unknown[];
  Threshold: number;
  EvaluationPeriods: number;
  Metrics?: { Expression?: string; MetricStat?: { Metric: Metric } }[];
  MetricName?: string;
  Dimensions?: unknown[];
}

let templates: Template[];
let alarms: AlarmProperties[];

const gatewayDomain = {
  name: 'gateway.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0',
};

beforeAll(() => {
  const stacks = createStacks(newApp(), { ...production(), gatewayDomain, dashboard: true });
  templates = Object.values(stacks).map((stack) => Template.fromStack(stack));
  alarms = templates.flatMap((template) =>
    Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties as AlarmProperties,
    ),
  );
});

const anchorsOf = (text: string) =>
  [...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-'));

test('each alarm names its section of the runbook, and each section has its alarm', () => {
  const [, section = ''] = /\n## Alarms\n(.*?)\n## /s.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];
  const named = alarms.map(
    ({ AlarmDescription = '' }) => /docs\/runbook\.md#([a-z0-9-]+)$/.exec(AlarmDescription)?.[1],
  );
  expect(new Set(named)).toEqual(new Set(anchorsOf(section)));
});

test.each(['delivery-backlog', 'mail-backlog'])('the runbook says when %s alarms', (anchor) => {
  const { Threshold, EvaluationPeriods } = alarms.find(({ AlarmDescription }) =>
    AlarmDescription?.endsWith(`#${anchor}`),
  )!;
  const words: Record<number, string> = { 5: 'five minutes', 10: 'ten minutes', 15: 'fifteen minutes' };
  const heading = anchor[0]!.toUpperCase() + anchor.slice(1).replace('-', ' ');
  const [, section] = readFileSync('docs/runbook.md', 'utf8').split(`### ${heading}\n`);
  const [sentence] = section!.trim().split('.');
  // A period has five minutes, by CDK's default.
  expect(sentence).toMatch(
    new RegExp(`^For ${words[EvaluationPeriods * 5]}, .* longer than ${words[Threshold / 60]} `),
  );
});

test('each alarm is mailed to the address of the environment, also when it ends, through one topic', () => {
  for (const { AlarmActions, OKActions } of alarms) {
    expect(AlarmActions).toHaveLength(1);
    expect(OKActions).toEqual(AlarmActions);
  }
  const [data, ...others] = templates;
  for (const template of others)
    expect(JSON.stringify(template.findResources('AWS::SNS::Subscription'))).not.toContain('ops@example.com');
  data!.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'ops@example.com',
  });
  data!.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
        }),
      ]),
    },
  });
});

/** What is worth waking someone: written here apart from the alarms, so that none becomes one by chance. */
const PAGED = [
  'account-concurrency',
  'api-errors',
  'canary-errors',
  'canary-still',
  'delivery-backlog',
  'dropped-records',
  'edge-errors',
  'inbound-mail-backlog',
  'job-backlog',
  'late-records',
  'mail-backlog',
  'sweeper-still',
  'system-errors',
];

test('alarms that are worth waking someone go to the topic of a pager too, and each says which it is', () => {
  const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:pager';
  const withPager = Object.values(
    createStacks(newApp(), { ...production(), gatewayDomain, alarmTopicArn }),
  ).flatMap((stack) => Object.values(Template.fromStack(stack).findResources('AWS::CloudWatch::Alarm')));
  expect(withPager).toHaveLength(alarms.length);
  const paged = withPager.flatMap(({ Properties }) => {
    const { AlarmActions, OKActions, AlarmDescription = '' } = Properties as AlarmProperties;
    expect(OKActions).toEqual(AlarmActions);
    const [, severity, anchor] = /^Plotline prod, (page|ticket): .*#(.+)$/.exec(AlarmDescription)!;
    expect(AlarmActions!.slice(1)).toEqual(severity === 'page' ? [alarmTopicArn] : []);
    return severity === 'page' ? [anchor] : [];
  });
  expect([...new Set(paged)].sort()).toEqual(PAGED);
});

test.each([
  'ApproximateAgeOfOldestMessage',
  'ApproximateNumberOfMessagesVisible',
  'DroppedEventCount',
  'TenantSaturation-prod',
  'IteratorAge',
  'Latency',
  'OnFailureDestinationDeliveredEventCount',
  'Throttles',
  '5xx',
  '5xxErrorRate',
  'EndpointsGivenUp-prod',
  'ConcurrentExecutions',
  'Errors',
  'Reputation.BounceRate',
  'Reputation.ComplaintRate',
])('an alarm watches %s', (metric) => {
  expect(JSON.stringify(alarms)).toContain(`"MetricName":"${metric}"`);
});

test('alarms watch errors of DynamoDB itself, and changes that keep losing against each other', () => {
  for (const name of ['SystemErrors', 'TransactionConflict'])
    expect(JSON.stringify(alarms)).toContain(`SELECT SUM(${name}) FROM`);
});

test('the alarms on functions are on all of the account, so that none is left out and they cost little', () => {
  const ofFunctions = alarms.filter(({ AlarmDescription }) =>
    /#(function|account|recursive)-/.test(AlarmDescription!),
  );
  expect(ofFunctions.map(({ MetricName, Dimensions }) => [MetricName, Dimensions])).toEqual([
    ['ConcurrentExecutions', undefined],
    ['Throttles', undefined],
    ['Errors', undefined],
    ['RecursiveInvocationsDropped', undefined],
  ]);
});

test('one schedule of each minute that always fails is more than the alarm on errors allows', () => {
  const errors = alarms.find(({ AlarmDescription }) => AlarmDescription?.endsWith('#function-errors'));
  expect(errors).toMatchObject({ EvaluationPeriods: 1, Period: 300, Statistic: 'Sum' });
  expect(errors!.Threshold).toBeLessThan(300 / 60);
});

test.each([
  ['#table-throttles', 'TableName'],
  ['#index-throttles', 'GlobalSecondaryIndexName, TableName'],
])(
  'the alarms %s are on all of it: the throttles of a table do not include those of indexes',
  (section, of) => {
    const queries = alarms
      .filter(({ AlarmDescription }) => AlarmDescription?.endsWith(section))
      .map(({ Metrics = [] }) => Metrics.map(({ Expression }) => JSON.stringify(Expression)).join());
    const from = JSON.stringify(` FROM SCHEMA("AWS/DynamoDB", ${of})`).slice(1, -1);
    expect(queries).toEqual([
      expect.stringContaining(`SELECT SUM(WriteThrottleEvents)${from}`),
      expect.stringContaining(`SELECT SUM(ReadThrottleEvents)${from}`),
    ]);
  },
);

test('the alarm on what the canary finds goes off, too, where there is no canary', () => {
  const still = alarms.find(({ AlarmDescription }) => AlarmDescription?.endsWith('#canary-still'));
  expect(still).toMatchObject({ MetricName: 'Invocations', TreatMissingData: 'breaching', Threshold: 1 });
});

interface Widget {
  properties: { title: string; metrics: unknown[][] };
}

/** The widgets of the dashboard; what CloudFormation fills in is the text `{logicalId}` or `{stack.output}` there. */
function widgetsOf(dashboards: { Properties?: unknown }[]): Widget[] {
  const [dashboard] = dashboards as [{ Properties: { DashboardBody: { 'Fn::Join': [string, unknown[]] } } }];
  const [, parts] = dashboard.Properties.DashboardBody['Fn::Join'];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : JSON.stringify(part).replaceAll('"', "'"),
  );
  return (JSON.parse(text.join('')) as { widgets: Widget[] }).widgets;
}

/**
 * CloudWatch finds by a quoted term only what is exactly it, and by another what has all of its words; names that
 * CloudFormation makes are known to nobody before, and cut. So each thing has a metric of its own.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
test('an environment has one dashboard, which shows each of its functions and queues, and searches for none', () => {
  const dashboards = templates.flatMap((template) =>
    Object.values(template.findResources('AWS::CloudWatch::Dashboard')),
  );
  expect(dashboards).toHaveLength(1);
  const count = (type: string, own: (properties: Record<string, unknown>) => boolean = () => true) =>
    templates
      .flatMap((template) => Object.values(template.findResources(type)))
      .filter(({ Properties }) => own((Properties ?? {}) as Record<string, unknown>)).length;
  const functions = count('AWS::Lambda::Function', ({ Description }) =>
    String(Description).startsWith('Plotline: '),
  );
  const queues = count('AWS::SQS::Queue');
  expect([functions, queues]).toEqual([expect.any(Number), 8]);
  expect(functions).toBeGreaterThan(20);
  const widgets = widgetsOf(dashboards);
  expect(JSON.stringify(widgets)).not.toContain('SEARCH(');
  const named = (dimension: string, wanted: number) =>
    widgets
      .filter(({ properties: { metrics } }) => metrics[0]![2] === dimension)
      .map(({ properties: { title, metrics } }) => {
        const names = new Set(metrics.map((metric) => String(metric[3])));
        expect(names.size, title).toBe(wanted);
        expect(metrics.map(([namespace]) => namespace)).not.toContain(undefined);
        return metrics[0]![1];
      });
  expect(named('FunctionName', functions)).toEqual(['Errors', 'Throttles', 'Duration', 'IteratorAge']);
  expect(named('QueueName', queues)).toEqual([
    'ApproximateNumberOfMessagesVisible',
    'ApproximateAgeOfOldestMessage',
  ]);
  for (const part of ['p99', '5xx', 'TransactionConflict', 'SystemErrors', ...Object.keys(table.indexes)])
    expect(JSON.stringify(widgets)).toContain(part);
});
