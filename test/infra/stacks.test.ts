import { Tags, Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, test } from 'vitest';
import { ANY, DEFAULT_PATH, INTEGRATIONS, type ApiBody } from '../../infra/constructs/api-body.ts';
import { roomIn, type ApiTemplate } from '../../infra/deploy/room-in.ts';
import { gatewayRoutes } from '../../infra/constructs/gateway-routes.ts';
import { fallbackGroup, functionGroups } from '../../shared/surface/registry.ts';
import { table } from '../../shared/kernel/db/table.ts';
import { rightsOf } from './role-rights.ts';
import { synthesize, templatesFor } from './synthesize.ts';

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0';
const domain = { name: 'plan.example.com', certificateArn };

const bodyOf = (api: Template): ApiBody => {
  const [definition] = Object.values(api.findResources('AWS::ApiGatewayV2::Api'));
  return (definition!.Properties as { Body: ApiBody }).Body;
};

describe.each(['local', 'dev', 'staging', 'prod'])('the environment %s', (environment) => {
  let data: Template;
  let api: Template;

  beforeAll(() => {
    ({ data, api } = templatesFor(environment));
  });

  test('has the routes that lead to every operation and page, and $default', () => {
    const { paths } = bodyOf(api);
    const keys = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method === ANY ? 'ANY' : method.toUpperCase()} ${path}`),
    );
    expect(keys.sort()).toEqual(
      [
        `ANY ${DEFAULT_PATH}`,
        ...gatewayRoutes(functionGroups, fallbackGroup).map(({ routeKey }) => routeKey),
      ].sort(),
    );
    expect(paths[DEFAULT_PATH]![ANY]).toMatchObject({ isDefaultRoute: true });
  });

  test('has a stack of a quarter of the 500 resources that one may have, whatever operations there are', () => {
    const room = Object.values(roomIn(api.toJSON() as ApiTemplate));
    // With its data, staging is deleted whole: by a function of CDK's, with its role, which empties buckets.
    const emptying = environment === 'staging' ? 3 : 0;
    expect(room[0]).toEqual({ has: expect.any(Number) as number, most: 500 });
    expect(room[0]!.has).toBeLessThanOrEqual(120 + emptying);
    expect(room[1]!.has).toBeGreaterThan(20);
    expect(room[1]!.has).toBeLessThanOrEqual(room[1]!.most / 2);
  });

  test('has one function per group, one for the edge and one that tries the service, on arm64 and Node 24, with logs that end', () => {
    // Where buckets are emptied when their stack is deleted, CDK adds a function of its own.
    const own = Object.values(api.findResources('AWS::Lambda::Function')).filter(({ Properties }) =>
      String((Properties as { Description?: unknown }).Description).startsWith('Plotline: '),
    );
    const atEdge = Object.keys(api.findResources('AWS::CloudFront::Distribution')).length;
    expect(own).toHaveLength(Object.keys(functionGroups).length + atEdge + 1);
    for (const { Properties } of own) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() as unknown },
      });
    }
    api.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: Match.anyValue() });
  });

  test('replaces the challenge of a 401 on every integration, since the gateway renames it', () => {
    const parameters = { 'overwrite:header.www-authenticate': '$response.header.x-plotline-challenge' };
    for (const { responseParameters } of Object.values(bodyOf(api).components[INTEGRATIONS]))
      expect(responseParameters).toEqual({ '401': parameters });
  });

  test('has every index of the table, with its projection', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
      GlobalSecondaryIndexes: Object.entries(table.indexes).map(([IndexName, index]) =>
        Match.objectLike({
          IndexName,
          KeySchema: [
            { AttributeName: index.partitionKey, KeyType: 'HASH' },
            { AttributeName: index.sortKey, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'include' in index ? 'INCLUDE' : 'KEYS_ONLY' },
        }),
      ),
    });
  });

  test('gives no function a wildcard, and the public one no right to write', () => {
    const roles = rightsOf(api);
    expect(roles.map(([name]) => name)).toContainEqual(expect.stringMatching(/^Public/));
    for (const [name, statements] of roles) {
      const actions = statements.flatMap(({ Action }) => Action);
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
      expect(JSON.stringify(statements.map(({ Resource }) => Resource))).not.toContain('"*"');
      if (!name.startsWith('Public')) continue;
      expect(
        actions.filter((action) => /dynamodb:(Put|Update|Delete|BatchWrite)|secretsmanager/.test(action)),
      ).toEqual([]);
    }
  });
});

test.each(['dev', 'prod'])(
  'in %s, the document alone defines the API, with its tags: AWS refuses all other properties next to one',
  (environment) => {
    const { app, api } = synthesize(environment);
    Tags.of(app).add('service', 'plotline');
    const template = Template.fromStack(api);
    const [definition] = Object.values(template.findResources('AWS::ApiGatewayV2::Api'));
    // How it is read is no part of the API.
    const { FailOnWarnings, ...properties } = definition!.Properties as Record<string, unknown>;
    expect(FailOnWarnings).toBe(true);
    expect(Object.keys(properties)).toEqual(['Body']);
    // CloudFormation gives the tags of a stack to its resources, this one too.
    expect(api.tags.tagValues()).toEqual({});
    expect(bodyOf(template)).toMatchObject({
      info: { title: `plotline-${environment}` },
      tags: [
        { name: 'service', 'x-amazon-apigateway-tag-value': 'plotline' },
        { name: 'environment', 'x-amazon-apigateway-tag-value': environment },
      ],
    });
  },
);

test.each([
  ['prod', { mail: undefined }, ['data', 'projections', 'webhooks']],
  ['prod', { domain, mail: { domain: 'mail.example.com' } }, ['data', 'mail', 'projections', 'webhooks']],
  ['dev', {}, ['data', 'projections', 'webhooks']],
  // Links of mails name the API's own address, so that their stack comes later.
  ['local', {}, ['data', 'projections', 'webhooks']],
])(
  'in %s with %j, the API is deployed after %j, which follow what it writes',
  (environment, changes, before) => {
    const { stacks } = synthesize(environment, changes).app.synth();
    const short = (name: string) => name.replace(/^Plotline-\w+-/, '');
    const api = stacks.find(({ stackName }) => short(stackName) === 'api')!;
    const needed = api.dependencies.flatMap((one) => ('stackName' in one ? [short(one.id)] : []));
    expect(needed.sort()).toEqual(before);
  },
);

test('production keeps its data: recovery points, no deletion', () => {
  const data = templatesFor('prod').data;
  data.hasResource('AWS::DynamoDB::GlobalTable', {
    DeletionPolicy: 'Retain',
    Properties: {
      Replicas: [
        Match.objectLike({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ],
    },
  });
});

test('the table of an environment has the limits and is prepared for the load that its file names', () => {
  const { data } = templatesFor('prod', {
    tableLimits: { readUnits: 40_000, writeUnits: 10_000 },
    warmThroughput: { readUnits: 12_000, writeUnits: 8_000 },
  });
  data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 10_000 },
    Replicas: [Match.objectLike({ ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 40_000 } })],
    WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8_000 },
  });
});

test('a budget mails the alarm address before a month costs more than the environment may', () => {
  templatesFor('prod', { monthlyBudget: 50 }).data.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: {
      BudgetLimit: { Amount: 50, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:environment$prod'] },
      TimeUnit: 'MONTHLY',
    },
    NotificationsWithSubscribers: [
      {
        Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }),
        Subscribers: [{ Address: 'ops@example.com', SubscriptionType: 'EMAIL' }],
      },
      Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'FORECASTED' }) }),
    ],
  });
  templatesFor('prod').data.resourceCountIs('AWS::Budgets::Budget', 0);
});

describe('the backups of production', () => {
  const rulesOf = (changes: object) => {
    const [plan] = Object.values(templatesFor('prod', changes).data.findResources('AWS::Backup::BackupPlan'));
    return (plan!.Properties as { BackupPlan: { BackupPlanRule: object[] } }).BackupPlan.BackupPlanRule;
  };

  test('are made each night for a week and each month for a year, which go to cold storage', () => {
    expect(rulesOf({})).toMatchObject([
      { ScheduleExpression: 'cron(0 3 * * ? *)', Lifecycle: { DeleteAfterDays: 7 } },
      {
        ScheduleExpression: 'cron(0 4 1 * ? *)',
        Lifecycle: { MoveToColdStorageAfterDays: 7, DeleteAfterDays: 372 },
      },
    ]);
    templatesFor('prod').data.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { Resources: [{ 'Fn::GetAtt': [Match.stringLikeRegexp('^Table'), 'Arn'] }] },
    });
    for (const environment of ['staging', 'dev', 'local'])
      templatesFor(environment).data.resourceCountIs('AWS::Backup::BackupPlan', 0);
  });

  test('stay in a vault that outlives the stack and deletes nothing within a week', () => {
    templatesFor('prod').data.hasResource('AWS::Backup::BackupVault', {
      DeletionPolicy: 'Retain',
      Properties: { LockConfiguration: { MinRetentionDays: 7 } },
    });
  });

  test('can be restored by the role that makes them, which outputs name with the vault', () => {
    const { data } = templatesFor('prod');
    const policies = JSON.stringify(data.findResources('AWS::IAM::Role'));
    expect(policies).toContain('AWSBackupServiceRolePolicyForRestores');
    data.hasOutput('BackupVault', { Value: { 'Fn::GetAtt': [Match.anyValue(), 'BackupVaultName'] } });
    data.hasOutput('BackupRoleArn', { Value: { 'Fn::GetAtt': [Match.anyValue(), 'Arn'] } });
  });

  test('are copied to the vaults that the environment names, with the same lifecycles', () => {
    const vault = 'arn:aws:backup:eu-west-1:999999999999:backup-vault:plotline';
    expect(rulesOf({ backupCopies: [vault] })).toMatchObject([
      { CopyActions: [{ DestinationBackupVaultArn: vault, Lifecycle: { DeleteAfterDays: 7 } }] },
      {
        CopyActions: [
          {
            DestinationBackupVaultArn: vault,
            Lifecycle: { MoveToColdStorageAfterDays: 7, DeleteAfterDays: 372 },
          },
        ],
      },
    ]);
  });

  test('are told where alarms are if one fails, to the pager too', () => {
    const pager = 'arn:aws:sns:eu-central-1:123456789012:pager';
    const { data } = templatesFor('prod', { alarmTopicArn: pager });
    for (const detailType of ['Backup Job State Change', 'Copy Job State Change']) {
      data.hasResourceProperties('AWS::Events::Rule', {
        EventPattern: {
          source: ['aws.backup'],
          'detail-type': [detailType],
          detail: Match.objectLike({ state: Match.arrayWith(['FAILED']) }),
        },
        Targets: [
          Match.objectLike({
            Arn: { Ref: Match.stringLikeRegexp('^AlarmsTopic') },
            Input: Match.stringLikeRegexp('docs/runbook.md#failed-backups'),
          }),
          Match.objectLike({ Arn: pager }),
        ],
      });
    }
    data.resourceCountIs('AWS::SNS::Topic', 1);
    expect(JSON.stringify(data.findResources('AWS::SNS::TopicPolicy'))).toContain('events.amazonaws.com');
  });
});

const signIn = { name: 'Example ID', issuer: 'https://id.example.com', clientId: 'plotline' };

test('where people sign in at a provider, only the function of sign-in reads the client secret', () => {
  const api = templatesFor('prod', { signIn }).api;
  const readers = rightsOf(api).filter(([, rights]) => JSON.stringify(rights).includes('SignInSecret'));
  expect(readers.map(([name]) => name.replace(/Role.*/, ''))).toEqual(['Oauth']);
});

test('codes by mail remain next to providers, unless they are switched off', () => {
  const mail = { domain: 'mail.example.com' };
  const codes = (changes: object) => {
    const functions = templatesFor('prod', { signIn, mail, ...changes }).api;
    return JSON.stringify(functions.findResources('AWS::Lambda::Function')).includes('"SIGN_IN_CODES":"off"');
  };
  expect([codes({}), codes({ signInCodes: false })]).toEqual([false, true]);
});

test.each([
  ['prod', {}],
  ['prod', { signIn, domain }],
  ['dev', { domain }],
  ['staging', {}],
])('cdk-nag finds nothing in %s that is not acknowledged with a reason, with %j', (environment, changes) => {
  const { app } = synthesize(environment, changes);
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  expect(() => app.synth()).not.toThrow();
});
