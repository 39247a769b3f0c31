import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentConfig, parseEnvironment, selectEnvironment } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks, stackNames } from '../../infra/stacks.ts';

const alarmEmail = 'ops@example.com';
const production = { kind: 'production', alarmEmail };
const certificateArn = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0`;

describe('an environment is refused with a sentence that says what to do', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'an unknown name',
      () => environmentConfig('qa'),
      /no environment "qa"; there are dev, prod, staging\..*environments\/qa\.json/,
    ],
    [
      'a name that cannot be one',
      () => environmentConfig('Prod!'),
      /"Prod!" cannot name an environment: use 1 to 20/,
    ],
    [
      'production without an alarm address',
      () => environmentConfig('prod'),
      /^Set alarmEmail in infra\/environments\/prod\.json/,
    ],
    ['a copy of production', () => parseEnvironment('prod', production, 'ada'), /there are no copies/],
    ['a name of a copy', () => environmentConfig('dev', '../x'), /cannot name a copy/],
    ['no kind', () => parseEnvironment('qa', {}), /qa\.json cannot be used: kind: /],
    ['an unknown setting', () => parseEnvironment('qa', { kind: 'staging', memory: 1 }), /"memory"/],
    [
      'no e-mail address',
      () => parseEnvironment('qa', { ...production, alarmEmail: 'ops' }),
      /alarmEmail: must be an e-mail address/,
    ],
    [
      'no account',
      () => parseEnvironment('qa', { ...production, account: '12' }),
      /account: must be the 12 digits/,
    ],
    [
      'little memory',
      () => parseEnvironment('qa', { ...production, functionMemory: 128 }),
      /functionMemory: .*512/,
    ],
    [
      'a certificate that CloudFront does not take',
      () =>
        parseEnvironment('qa', {
          ...production,
          domain: { name: 'a.example.com', certificateArn: certificateArn('eu-central-1') },
        }),
      /is of eu-central-1: CloudFront takes certificates of us-east-1 only/,
    ],
    [
      'a host name of a portal without CloudFront',
      () => parseEnvironment('qa', { kind: 'development', portalDomains: { 'feedback.acme.com': 'acme' } }),
      /portalDomains in .* need CloudFront and a domain/,
    ],
    [
      "a portal under the service's own host name",
      () =>
        parseEnvironment('qa', {
          ...production,
          domain: { name: 'a.example.com', certificateArn: certificateArn('us-east-1') },
          portalDomains: { 'a.example.com': 'acme' },
        }),
      /name a\.example\.com, which is the service's own domain/,
    ],
    [
      'a portal whose slug is none',
      () => parseEnvironment('qa', { ...production, portalDomains: { 'feedback.acme.com': 'A portal' } }),
      /portalDomains\.feedback\.acme\.com: must contain only lower-case letters/,
    ],
    [
      'a workspace that may use up what all share',
      () => parseEnvironment('qa', { ...production, throttle: { rate: 100, burst: 100 } }),
      /rateLimits\.workspace in .* is 6000 .*: set it to at most 3000, or raise throttle\.rate/,
    ],
    [
      'a credential that may send more than its workspace',
      () => parseEnvironment('qa', { ...production, rateLimits: { credential: 600, workspace: 60 } }),
      /allow a credential more than its workspace: set workspace to at least 600/,
    ],
    [
      'an account too small for the shares of it',
      () => parseEnvironment('qa', { ...production, accountConcurrency: 200 }),
      /accountConcurrency in .* is 200, .*at least 340 /,
    ],
    [
      'two different names',
      () => selectEnvironment('prod', { env: 'dev' }),
      /PLOTLINE_ENV is prod, but -c env=dev was passed/,
    ],
  ])('%s', (_, parse, message) => {
    expect(parse).toThrow(message);
  });
});

test.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, 'dev'],
  ['staging', undefined, 'staging'],
  [undefined, 'staging', 'staging'],
  ['staging', 'staging', 'staging'],
])('PLOTLINE_ENV %s and -c env=%s select %s', (variable, env, name) => {
  expect(selectEnvironment(variable, { env }).name).toBe(name);
});

test('the rate limits of an environment reach every function behind the gateway', () => {
  const rateLimits = { credential: 1_200, workspace: 5_000 };
  const config = parseEnvironment('qa', { kind: 'development', rateLimits });
  const [api] = templatesOf(config).filter(({ name }) => name.endsWith('-api'));
  const variables = Object.values(api!.template.findResources('AWS::Lambda::Function')).map(
    ({ Properties }) => (Properties as { Environment?: { Variables?: object } }).Environment?.Variables,
  );
  const behind = variables.filter((of) => of && 'BASE_URL' in of);
  expect(behind.length).toBeGreaterThan(5);
  for (const of of behind) expect(of).toMatchObject({ RATE_LIMITS: JSON.stringify(rateLimits) });
});

describe('concurrency', () => {
  const reservedOf = (settings: object) =>
    Object.fromEntries(
      templatesOf(parseEnvironment('qa', settings)).flatMap(({ template }) =>
        Object.values(template.findResources('AWS::Lambda::Function')).flatMap(({ Properties }) => {
          const { Description = '', ReservedConcurrentExecutions: own } = Properties as {
            Description?: string;
            ReservedConcurrentExecutions?: number;
          };
          return own === undefined ? [] : [[Description.replace('Plotline: ', ''), own]];
        }),
      ),
    ) as Record<string, number>;

  test('pages, AI clients, deliveries and the stream have shares of an account of known size', () => {
    const reserved = reservedOf({ ...production, accountConcurrency: 1_000 });
    expect(reserved).toEqual({
      portals: 100,
      public: 50,
      oauth: 50,
      mcp: 100,
      projector: 50,
      'webhook-dispatcher': 50,
      'webhook-delivery': 100,
      'webhook-sweeper': 4,
    });
  });

  test('is shared by all where the account is not known: a new one allows 10 executions', () => {
    expect(reservedOf({ kind: 'development' })).toEqual({});
  });
});

test('each sweeper of an environment has its part of the due index', () => {
  const [webhooks] = templatesOf(parseEnvironment('qa', { ...production, sweepers: 3 })).filter(({ name }) =>
    name.endsWith('-webhooks'),
  );
  const [rule] = Object.values(webhooks!.template.findResources('AWS::Events::Rule'));
  const targets = (rule!['Properties'] as { Targets: { Input: string }[] }).Targets;
  expect(targets.map(({ Input }) => JSON.parse(Input) as unknown)).toEqual([
    { part: 0, of: 3 },
    { part: 1, of: 3 },
    { part: 2, of: 3 },
  ]);
});

test('a setting overrides what its kind brings', () => {
  expect(parseEnvironment('qa', { ...production, logRetentionDays: 30 })).toMatchObject({
    name: 'qa',
    logRetentionDays: 30,
    deletionProtection: true,
  });
});

test('tracing is switched by an environment, for all of its functions', () => {
  const modesOf = (config: EnvironmentConfig) =>
    Object.values(createStacks(new App(), config)).flatMap((stack) =>
      Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'))
        .filter(({ Properties }) => String(Properties.Description).startsWith('Plotline'))
        .map(({ Properties }) => (Properties as { TracingConfig?: { Mode: string } }).TracingConfig?.Mode),
    );
  const traced = modesOf(parseEnvironment('qa', { ...production, tracing: true }));
  expect(traced.length).toBeGreaterThan(10);
  expect(new Set(traced)).toEqual(new Set(['Active']));
  expect(modesOf(parseEnvironment('qa', production))).not.toContain('Active');
});

const templatesOf = (config: EnvironmentConfig) =>
  Object.values(createStacks(new App(), config)).map((stack) => ({
    name: stack.stackName,
    template: Template.fromStack(stack),
  }));

/** Properties that name a resource in its account; CloudFormation makes one up where none is set. */
const nameProperties =
  /^(TableName|FunctionName|BucketName|QueueName|TopicName|RoleName|AlarmName|LogGroupName|DashboardName|PolicyName|SecretName)$/;

test('two copies live in one account: no stack and no named resource of the one is of the other', () => {
  const named = (copy?: string) =>
    templatesOf(environmentConfig('dev', copy)).flatMap(({ name, template }) => [
      name,
      ...Object.entries(template.toJSON()['Resources'] as Record<string, Resource>).flatMap(
        ([id, { Type, Properties = {} }]) => {
          const config = (Properties['CachePolicyConfig'] ?? Properties) as Record<string, unknown>;
          return (
            Object.entries(config)
              // A policy in a role is the role's own.
              .filter(
                ([key]) => nameProperties.test(key) || (key === 'Name' && Type.startsWith('AWS::CloudFront')),
              )
              .filter(([, value]) => typeof value === 'string' && Type !== 'AWS::IAM::Policy')
              .map(([, value]) => `${Type} ${id} ${String(value)}`)
          );
        },
      ),
    ]);
  const first = named();
  expect(first).toContain('Plotline-dev-api');
  const second = named('ada');
  expect(second).toContain('Plotline-dev-ada-api');
  expect(first.filter((name) => second.includes(name))).toEqual([]);
});

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

test.each(['dev', 'staging'])('%s can be deleted whole: CloudFormation empties the buckets first', (name) => {
  for (const { template } of templatesOf(environmentConfig(name))) {
    const buckets = Object.keys(template.findResources('AWS::S3::Bucket'));
    const emptied = Object.values(template.findResources('Custom::S3AutoDeleteObjects')).map(
      ({ Properties }) => (Properties as { BucketName: { Ref: string } }).BucketName.Ref,
    );
    expect(emptied.sort()).toEqual(buckets.sort());
    for (const { DeletionPolicy } of Object.values(template.findResources('AWS::DynamoDB::GlobalTable'))) {
      expect(DeletionPolicy).toBe('Delete');
    }
  }
});

test('production deletes no data: its table is protected, and no bucket is emptied', () => {
  for (const { template } of templatesOf(parseEnvironment('prod', production))) {
    template.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']) {
      for (const { DeletionPolicy } of Object.values(template.findResources(type))) {
        expect(DeletionPolicy).toBe('Retain');
      }
    }
  }
});

test('a table of a backup takes the place of a new one, for functions and their streams', () => {
  const streamArn =
    'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-21T00:00:00.000';
  const config = parseEnvironment('qa', { kind: 'development', table: { name: 'restored', streamArn } });
  const [data, api, projections, webhooks] = templatesOf(config).map(({ template }) => template);
  data!.resourceCountIs('AWS::DynamoDB::GlobalTable', 0);
  // One function is of the construct library, and empties a bucket.
  const own = Object.values(api!.findResources('AWS::Lambda::Function')).filter(({ Properties }) =>
    String(Properties.Description).startsWith('Plotline: '),
  );
  expect(own.length).toBeGreaterThan(10);
  for (const { Properties } of own) {
    expect(Properties).toMatchObject({ Environment: { Variables: { TABLE_NAME: 'restored' } } });
  }
  projections!.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });
  webhooks!.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });
});

describe('a domain', () => {
  const name = 'plan.example.com';
  const addressed = { Environment: { Variables: Match.objectLike({ BASE_URL: `https://${name}` }) } };

  test('is the distribution of an environment that has one', () => {
    const domain = { name, certificateArn: certificateArn('us-east-1') };
    const { api } = createStacks(new App(), parseEnvironment('prod', { ...production, domain }));
    const template = Template.fromStack(api);
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [name],
        ViewerCertificate: {
          AcmCertificateArn: domain.certificateArn,
          MinimumProtocolVersion: 'TLSv1.2_2021',
        },
      },
    });
    template.hasResourceProperties('AWS::Lambda::Function', addressed);
    template.hasOutput('DomainTarget', {});
  });

  test('is the API itself elsewhere', () => {
    const domain = { name, certificateArn: certificateArn('eu-central-1') };
    const { api } = createStacks(new App(), parseEnvironment('qa', { kind: 'development', domain }));
    const template = Template.fromStack(api);
    template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName: name });
    template.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
    template.hasResourceProperties('AWS::Lambda::Function', addressed);
  });
});

test('the source maps of a deployment are stored, and found by an output', () => {
  const app = new App();
  const { api } = createStacks(app, environmentConfig('dev'));
  Template.fromStack(api).hasOutput('SourceMapsUrl', {});
  app.synth();
  const folder = readdirSync(app.outdir).find(
    (name) => name.startsWith('asset.') && existsSync(join(app.outdir, name, 'stories', 'index.mjs.map')),
  );
  expect(existsSync(join(app.outdir, folder!, 'stories', 'index.mjs'))).toBe(false);
});

test('the stacks of an environment are found by their names', () => {
  expect(stackNames(environmentConfig('staging')).data).toBe('Plotline-staging-data');
});
