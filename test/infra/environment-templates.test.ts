import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentConfig, parseEnvironment } from '../../infra/config.ts';
import { stackNames } from '../../infra/stack-names.ts';
import { createStacks } from '../../infra/stacks.ts';
import { templatesOf } from './templates.ts';
import { newApp } from './new-app.ts';
import { production as wholeProduction } from './production.ts';

const alarmEmail = 'ops@example.com';
const production = {
  kind: 'production',
  account: '123456789012',
  alarmEmail,
  domain: {
    name: 'plan.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0',
  },
};
const certificateArn = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0`;

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

interface RetryPolicy {
  MaximumEventAgeInSeconds: number;
  MaximumRetryAttempts: number;
}

interface ScheduledRule {
  ScheduleExpression: string;
  Targets: { Arn: { 'Fn::GetAtt': [string, string] }; RetryPolicy: Partial<RetryPolicy> }[];
}

test.each(['dev', 'staging'])('%s can be deleted whole: CloudFormation empties the buckets first', (name) => {
  const stacks = templatesOf(environmentConfig(name)).map(({ template }) => template);
  const tables = stacks.flatMap((stack) => Object.values(stack.findResources('AWS::DynamoDB::GlobalTable')));
  expect(tables.map(({ DeletionPolicy }) => DeletionPolicy as string)).toEqual(['Delete']);
  expect(stacks.some((stack) => Object.keys(stack.findResources('AWS::S3::Bucket')).length > 0)).toBe(true);
  for (const template of stacks) {
    const buckets = Object.keys(template.findResources('AWS::S3::Bucket'));
    const emptied = Object.values(template.findResources('Custom::S3AutoDeleteObjects')).map(
      ({ Properties }) => (Properties as { BucketName: { Ref: string } }).BucketName.Ref,
    );
    expect(emptied.sort()).toEqual(buckets.sort());
  }
});

test('production deletes no data: its table is protected, and no bucket is emptied', () => {
  const stacks = templatesOf(parseEnvironment('prod', production)).map(({ template }) => template);
  for (const stack of stacks) stack.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
  for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']) {
    const policies = stacks.flatMap((stack) =>
      Object.values(stack.findResources(type)).map(({ DeletionPolicy }) => DeletionPolicy as string),
    );
    expect(new Set(policies), type).toEqual(new Set(['Retain']));
  }
});

test('a table of a backup takes the place of a new one, for functions and their streams', () => {
  const streamArn =
    'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-21T00:00:00.000';
  const config = parseEnvironment('qa', { kind: 'development', table: { name: 'restored', streamArn } });
  const [data, api, projections, webhooks] = templatesOf(config).map(({ template }) => template);
  data!.resourceCountIs('AWS::DynamoDB::GlobalTable', 0);
  data!.hasOutput('RestoredTable', { Value: 'restored' });
  // One function is of the construct library, and empties a bucket; the canary does not read the table.
  const own = Object.values(api!.findResources('AWS::Lambda::Function')).filter(({ Properties }) =>
    /^Plotline: (?!canary)/.test(String(Properties.Description)),
  );
  expect(own.length).toBeGreaterThan(10);
  for (const { Properties } of own) {
    expect(Properties).toMatchObject({ Environment: { Variables: { TABLE_NAME: 'restored' } } });
  }
  const epochs = own.map(
    ({ Properties }) =>
      (Properties as { Environment: { Variables: Record<string, string> } }).Environment.Variables[
        'TABLE_EPOCH'
      ],
  );
  expect(new Set(epochs)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{8}$/)]));
  projections!.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });
  webhooks!.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });
});

describe('the domain of the service', () => {
  const name = 'plan.example.com';
  const addressed = { Environment: { Variables: Match.objectLike({ BASE_URL: `https://${name}` }) } };

  test('is the distribution of an environment that has one', () => {
    const domain = { name, certificateArn: certificateArn('us-east-1') };
    const { api } = createStacks(newApp(), parseEnvironment('prod', { ...production, domain }));
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
    const { api } = createStacks(newApp(), parseEnvironment('qa', { kind: 'development', domain }));
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

test('Lambda takes no function behind a queue for a loop, since its chains of invocations end by themselves', () => {
  const loops = templatesOf(wholeProduction()).flatMap(({ template }) => {
    const functions = template.findResources('AWS::Lambda::Function');
    return Object.values(template.findResources('AWS::Lambda::EventSourceMapping'))
      .map(({ Properties }) => Properties as { EventSourceArn: unknown; FunctionName: { Ref: string } })
      .filter(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes('Queue'))
      .map(({ FunctionName: { Ref } }) => functions[Ref]!.Properties as Record<string, unknown>)
      .map(({ Description, RecursiveLoop }) => [Description, RecursiveLoop]);
  });
  expect(loops.sort()).toEqual(
    ['inbound-mail', 'job-worker', 'mail-sender', 'webhook-delivery'].map((entry) => [
      `Plotline: ${entry}`,
      'Allow',
    ]),
  );
});

test('Lambda repeats no run of a schedule that the next one follows soon, and keeps none for later', () => {
  const runs = templatesOf(wholeProduction()).flatMap(({ template }) => {
    const configs = Object.values(template.findResources('AWS::Lambda::EventInvokeConfig'));
    return Object.values(template.findResources('AWS::Events::Rule'))
      .map(({ Properties }) => Properties as ScheduledRule)
      .filter(({ ScheduleExpression }) => ScheduleExpression)
      .flatMap(({ ScheduleExpression, Targets }) =>
        Targets.map(({ Arn, RetryPolicy }) => {
          const [id] = Arn['Fn::GetAtt'];
          const config = configs.find(({ Properties }) => Properties.FunctionName.Ref === id);
          const { MaximumEventAgeInSeconds: age, MaximumRetryAttempts: retries = 2 } = (config?.Properties ??
            {}) as Partial<RetryPolicy>;
          expect(RetryPolicy, id).toEqual({
            ...(age && { MaximumEventAgeInSeconds: age }),
            MaximumRetryAttempts: retries,
          });
          return `${ScheduleExpression}: ${retries} retries in ${age ?? 'hours'}`;
        }),
      );
  });
  expect(new Set(runs)).toEqual(
    new Set([
      'rate(1 day): 2 retries in hours',
      'rate(1 minute): 0 retries in 60',
      'rate(5 minutes): 0 retries in 60',
    ]),
  );
});

test('the stacks of an environment are found by their names', () => {
  expect(stackNames(environmentConfig('staging')).data).toBe('Plotline-staging-data');
});

test('functions with read models have room for files as the environment says, and know how much', () => {
  const configs = [
    environmentConfig('dev'),
    parseEnvironment('prod', { ...production, modelStorage: 6_144 }),
  ];
  for (const config of configs) {
    const functions = templatesOf(config).flatMap(({ template }) =>
      Object.values(template.findResources('AWS::Lambda::Function')),
    );
    const rooms = functions.flatMap(({ Properties }) => {
      const { Environment, EphemeralStorage } = Properties as {
        Environment?: { Variables: Record<string, string> };
        EphemeralStorage?: { Size: number };
      };
      const room = Environment?.Variables['MODEL_STORAGE_MB'];
      return room === undefined ? [] : [[Number(room), EphemeralStorage?.Size]];
    });
    expect(rooms).toHaveLength(3);
    expect(new Set(rooms.flat())).toEqual(new Set([config.modelStorage]));
  }
});
