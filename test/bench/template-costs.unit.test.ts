import { expect, test } from 'vitest';
import { listPrices } from './prices.ts';
import { accessLogBytes, monthlyParts, storageParts, type Resource } from './template-costs.ts';

const resource = (type: string, properties: Record<string, unknown> = {}): Resource => ({
  type,
  logicalId: type,
  name: type,
  properties,
});

const rule = (name: string, schedule: string, lifecycle: object) => ({
  RuleName: name,
  ScheduleExpression: schedule,
  Lifecycle: lifecycle,
});

test('an alarm costs as much as the metrics that it combines', () => {
  const parts = monthlyParts(
    [
      resource('AWS::CloudWatch::Alarm', { MetricName: 'Latency' }),
      resource('AWS::CloudWatch::Alarm', {
        Metrics: [{ Expression: 'a + b' }, { MetricStat: {} }, { MetricStat: {} }],
      }),
    ],
    listPrices,
  );
  expect(parts[0]).toEqual({ name: '2 alarms on 3 metrics', dollars: expect.closeTo(0.3) as number });
});

test('a gigabyte costs its storage, its recovery points, and the backups that are retained', () => {
  const table = { Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }] };
  const plan = {
    BackupPlan: {
      BackupPlanRule: [
        rule('Daily', 'cron(0 3 * * ? *)', { DeleteAfterDays: 7 }),
        rule('Monthly', 'cron(0 4 1 * ? *)', { DeleteAfterDays: 367, MoveToColdStorageAfterDays: 7 }),
      ],
    },
  };
  const resources = [
    resource('AWS::DynamoDB::GlobalTable', table),
    resource('AWS::Backup::BackupPlan', plan),
  ];
  expect(storageParts(resources, listPrices).map(({ name, dollars }) => [name, dollars.toFixed(3)])).toEqual([
    ['stored', '0.250'],
    ['recovery points', '0.200'],
    ['daily backups (7 retained)', '0.700'],
    // A week of each month's at $0.10, and twelve in cold storage at $0.03.
    ['monthly backups (12 retained)', '0.383'],
  ]);
});

test('a line of the access log is as long as its format with values in it', () => {
  const stage = resource('AWS::ApiGatewayV2::Stage', {
    AccessLogSettings: { Format: '{"status":"$context.status","ip":"$context.identity.sourceIp"}' },
  });
  expect(accessLogBytes([stage], { status: 3, 'identity.sourceIp': 14 })).toBe(
    '{"status":"200","ip":"192.168.100.10"}'.length,
  );
  expect(() => accessLogBytes([stage], { status: 3 })).toThrow('How long is $context.identity.sourceIp');
});
