import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';

interface AlarmProperties {
  AlarmDescription?: string;
  AlarmActions?: unknown[];
  Metrics?: { Expression?: string }[];
  MetricName?: string;
}

let templates: Template[];
let alarms: AlarmProperties[];

beforeAll(() => {
  templates = Object.values(createStacks(new App(), production())).map((stack) => Template.fromStack(stack));
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

test('each alarm is mailed to the address of the environment', () => {
  for (const { AlarmActions } of alarms) expect(AlarmActions).toHaveLength(1);
  const withAlarms = templates.filter(
    (template) => Object.keys(template.findResources('AWS::CloudWatch::Alarm')).length > 0,
  );
  expect(withAlarms).toHaveLength(4);
  for (const template of withAlarms) {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
  }
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
  'WriteThrottleEvents',
  '5xx',
])('something alarms on %s', (metric) => {
  expect(JSON.stringify(alarms)).toContain(`"MetricName":"${metric}"`);
});

test('no alarm computes with more metrics than CloudWatch allows', () => {
  for (const { Metrics = [] } of alarms) {
    expect(Metrics.filter(({ Expression }) => Expression === undefined).length).toBeLessThanOrEqual(10);
  }
});

test('an environment has one dashboard, which finds its functions and queues', () => {
  const dashboards = templates.flatMap((template) =>
    Object.values(template.findResources('AWS::CloudWatch::Dashboard')),
  );
  expect(dashboards).toHaveLength(1);
  const body = JSON.stringify(dashboards);
  for (const part of ['Plotline-prod', 'IteratorAge', 'ApproximateAgeOfOldestMessage', 'p99', '5xx']) {
    expect(body).toContain(part);
  }
});
