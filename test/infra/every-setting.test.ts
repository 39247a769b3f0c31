import { Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { roomIn, type ApiTemplate } from '../../infra/deploy/room-in.ts';
import { createStacks } from '../../infra/stacks.ts';
import { newApp } from './new-app.ts';

const region = 'eu-central-1';
const certificateOf = (where: string) => `arn:aws:acm:${where}:123456789012:certificate/0`;
const layerArn = `arn:aws:lambda:${region}:123456789012:layer:AWSOpenTelemetryDistroJs:11`;

/** Whatever adds resources or rights to an environment. */
const settings = {
  kind: 'production',
  account: '123456789012',
  region,
  alarmEmail: 'ops@example.com',
  alarmTopicArn: `arn:aws:sns:${region}:123456789012:pager`,
  domain: { name: 'plan.example.com', certificateArn: certificateOf('us-east-1') },
  gatewayDomain: { name: 'gateway.example.com', certificateArn: certificateOf(region), inUse: true },
  portalHosts: ['feedback.acme.com'],
  mail: { domain: 'mail.example.com' },
  inboundMailDomain: 'triage.example.com',
  signIn: { name: 'Example ID', issuer: 'https://id.example.com', clientId: 'plotline' },
  dashboard: true,
  tracing: true,
  monthlyBudget: 100,
  accountConcurrency: 2_000,
  customerManagedKey: true,
  edgeLogs: true,
  openTelemetry: { layerArn, environment: { OTEL_SERVICE_NAME: 'plotline' } },
};

let templates: Record<string, Template>;
let synthesize: () => unknown;

beforeAll(() => {
  const app = newApp();
  const stacks = createStacks(app, parseEnvironment('qa', settings));
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  synthesize = () => app.synth();
  templates = Object.fromEntries(
    Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)]),
  );
});

const found = (type: string) =>
  Object.values(templates).flatMap((template) =>
    Object.values(template.findResources(type)).map(
      ({ Properties }) => Properties as Record<string, unknown>,
    ),
  );

test('with every setting, the stack of the API has room, and each deviation from a rule its reason', () => {
  const [resources] = Object.values(roomIn(templates['api']!.toJSON() as ApiTemplate));
  expect(resources!.has).toBeLessThanOrEqual(125);
  expect(synthesize).not.toThrow();
});

test.each([
  ['AWS::S3::Bucket', 'KMSMasterKeyID'],
  ['AWS::SQS::Queue', 'KmsMasterKeyId'],
  ['AWS::SNS::Topic', 'KmsMasterKeyId'],
  ['AWS::Logs::LogGroup', 'KmsKeyId'],
  ['AWS::SecretsManager::Secret', 'KmsKeyId'],
  ['AWS::DynamoDB::GlobalTable', 'KMSMasterKeyId'],
])('with a key of the account, each %s is encrypted by it', (type, property) => {
  const stored = found(type);
  expect(stored.length).toBeGreaterThan(0);
  const key = new RegExp(`"${property}":\\{"Fn::(?:GetAtt":\\["Key|GetStackOutput|ImportValue)`);
  expect(stored.filter((one) => !key.test(JSON.stringify(one)))).toEqual([]);
});

test('each function reaches the key through the services that store, and these through its policy', () => {
  const functions = found('AWS::Lambda::Function').filter(({ Description }) =>
    String(Description).startsWith('Plotline: '),
  );
  const users = found('AWS::IAM::Role').filter((role) => JSON.stringify(role).includes('"kms:ViaService"'));
  expect(users).toHaveLength(functions.length);
  const policy = JSON.stringify(found('AWS::KMS::Key'));
  for (const service of ['cloudwatch', 'events', 'ses', 'sns', 'delivery.logs'])
    expect(policy).toContain(`"${service}.amazonaws.com"`);
  expect(policy).toContain('kms:EncryptionContext:aws:logs:arn');
});

test('a layer traces each function, whose code stays the same', () => {
  const traced = found('AWS::Lambda::Function').filter(
    ({ Layers }) => JSON.stringify(Layers) === `["${layerArn}"]`,
  );
  expect(traced.length).toBeGreaterThan(25);
  for (const { Environment } of traced) {
    expect(Environment).toMatchObject({
      Variables: { AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-instrument', OTEL_SERVICE_NAME: 'plotline' },
    });
  }
});

test('CloudFront writes its log to a bucket that it may write to, without cookies', () => {
  const [{ DistributionConfig }] = found('AWS::CloudFront::Distribution') as [
    { DistributionConfig: { Logging: { IncludeCookies?: boolean } } },
  ];
  expect(DistributionConfig.Logging.IncludeCookies ?? false).toBe(false);
  expect(JSON.stringify(found('AWS::S3::Bucket'))).toContain('"ObjectOwnership":"BucketOwnerPreferred"');
});

test.each([
  [
    'a layer elsewhere',
    { openTelemetry: { layerArn: layerArn.replace(region, 'us-east-1') } },
    /openTelemetry\.layerArn in .* is of us-east-1: functions take layers of eu-central-1/,
  ],
  [
    'a retention that CloudWatch does not take, before CloudFormation fails with it',
    { logRetentionDays: 100 },
    /logRetentionDays: must be one of 1, 3, 5, 7, .*, which CloudWatch Logs takes/,
  ],
  [
    'logs of CloudFront without it',
    { edge: 'none', portalHosts: [], gatewayDomain: undefined },
    /edgeLogs in .* needs CloudFront/,
  ],
])('an environment with %s is refused', (_, changes, message) => {
  expect(() => parseEnvironment('qa', JSON.parse(JSON.stringify({ ...settings, ...changes })))).toThrow(
    message,
  );
});
