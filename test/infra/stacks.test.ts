import { App, Validations } from 'aws-cdk-lib';
import { CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { environmentConfig } from '../../infra/config.ts';
import { production } from './production.ts';
import { viewerRequest } from '../../infra/constructs/edge.ts';
import { cacheKeyQuery } from '../../shared/core/cache-key.ts';
import { createStacks } from '../../infra/stacks.ts';
import { prefersHtml } from '../../shared/api/http/public-read.ts';
import { methodsOf } from '../../shared/api/http/methods.ts';
import { allOperations, functionGroups, webRegistry } from '../../shared/registry.ts';
import { table } from '../../shared/db/table.ts';
import { publicPortalOperations } from '../../shared/public-portals/index.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

function synthesize(environment: string, changes: Partial<EnvironmentConfig> = {}) {
  const app = new App();
  const config = environment === 'prod' ? production() : environmentConfig(environment);
  return { app, ...createStacks(app, { ...config, ...changes }) };
}

describe.each(['local', 'dev', 'staging', 'prod'])('the environment %s', (environment) => {
  let stacks: ReturnType<typeof synthesize>;
  let data: Template;
  let api: Template;

  beforeAll(() => {
    stacks = synthesize(environment);
    data = Template.fromStack(stacks.data);
    api = Template.fromStack(stacks.api);
  });

  test('has one route per operation and method, and $default, no more than an API takes', () => {
    const routes = Object.values(api.findResources('AWS::ApiGatewayV2::Route'));
    const keys = routes.map(({ Properties }) => (Properties as { RouteKey: string }).RouteKey);
    expect(keys.sort()).toEqual(
      [
        '$default',
        ...[...allOperations, ...Object.values(webRegistry).flat()].flatMap((route) =>
          methodsOf(route).map((method) => `${method} ${route.path}`),
        ),
      ].sort(),
    );
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    expect(keys.length).toBeLessThanOrEqual(300);
  });

  test('has one function per group and one for the edge, on arm64 and Node 24, with logs that end', () => {
    // Where buckets are emptied when their stack is deleted, CDK adds a function of its own.
    const own = Object.values(api.findResources('AWS::Lambda::Function')).filter(({ Properties }) =>
      String((Properties as { Description?: unknown }).Description).startsWith('Plotline: '),
    );
    const atEdge = Object.keys(api.findResources('AWS::CloudFront::Distribution')).length;
    expect(own).toHaveLength(Object.keys(functionGroups).length + atEdge);
    for (const { Properties } of own) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() as unknown },
      });
    }
    api.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: Match.anyValue() });
  });

  test('sets the challenge of a 401 anew on every integration, since the gateway renames it', () => {
    const ResponseParameters = [
      {
        Destination: 'overwrite:header.www-authenticate',
        Source: '$response.header.x-plotline-challenge',
      },
    ];
    api.allResourcesProperties('AWS::ApiGatewayV2::Integration', {
      ResponseParameters: { '401': { ResponseParameters } },
    });
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
    const policies = Object.entries(api.findResources('AWS::IAM::Policy'));
    for (const [name, { Properties }] of policies) {
      const statements = (Properties as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument
        .Statement;
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

test('production keeps its data: recovery points, no deletion', () => {
  const data = Template.fromStack(synthesize('prod').data);
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

test('production alone has backups in a vault that stays, each night and each month', () => {
  const data = Template.fromStack(synthesize('prod').data);
  data.hasResource('AWS::Backup::BackupVault', { DeletionPolicy: 'Retain' });
  data.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        Match.objectLike({ ScheduleExpression: 'cron(0 3 * * ? *)', Lifecycle: { DeleteAfterDays: 35 } }),
        Match.objectLike({ ScheduleExpression: 'cron(0 4 1 * ? *)', Lifecycle: { DeleteAfterDays: 365 } }),
      ],
    },
  });
  data.hasResourceProperties('AWS::Backup::BackupSelection', {
    BackupSelection: { Resources: [{ 'Fn::GetAtt': [Match.stringLikeRegexp('^Table'), 'Arn'] }] },
  });
  for (const environment of ['staging', 'dev', 'local'])
    Template.fromStack(synthesize(environment).data).resourceCountIs('AWS::Backup::BackupPlan', 0);
});

const signIn = { name: 'Example ID', issuer: 'https://id.example.com', clientId: 'plotline' };

test('where people sign in at a provider, the function of sign-in alone reads the client secret', () => {
  const api = Template.fromStack(synthesize('prod', { signIn }).api);
  const policies = Object.entries(api.findResources('AWS::IAM::Policy'));
  const readers = policies.filter(([, policy]) => JSON.stringify(policy).includes('SignInSecret'));
  expect(readers.map(([name]) => name.replace(/Role.*/, ''))).toEqual(['Oauth']);
});

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0';
const domain = { name: 'plan.example.com', certificateArn };

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

describe('the edge', () => {
  test('stands before production, and is where the service says that it is', () => {
    const [prod, dev] = ['prod', 'dev'].map((name) => Template.fromStack(synthesize(name).api)) as [
      Template,
      Template,
    ];
    dev.resourceCountIs('AWS::CloudFront::Distribution', 0);
    prod.resourceCountIs('AWS::CloudFront::Distribution', 1);
    const distribution = Object.keys(prod.findResources('AWS::CloudFront::Distribution'))[0]!;
    const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }]] };
    const functions = Object.values(prod.findResources('AWS::Lambda::Function'));
    const urls = functions.map(({ Properties }) => Properties.Environment.Variables.BASE_URL as unknown);
    expect(urls.filter((one) => one !== undefined)).toEqual(Object.keys(functionGroups).map(() => url));
  });

  test('gets its keys from a function that may change its distribution, its secret and nothing else', () => {
    const prod = Template.fromStack(synthesize('prod').api);
    const policies = Object.entries(prod.findResources('AWS::IAM::Policy'));
    const [, policy] = policies.find(([id]) => id.startsWith('EdgeKeyRotation'))!;
    const statements = policy.Properties.PolicyDocument.Statement as { Action: string | string[] }[];
    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
      'cloudfront:GetDistribution',
      'cloudfront:UpdateDistribution',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:DescribeSecret',
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecret',
      'secretsmanager:UpdateSecretVersionStage',
    ]);
    expect(JSON.stringify(statements)).not.toContain('"*"');
    prod.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 day)' });
  });

  test('keeps portals by what they depend on, and nothing else but files that never change', () => {
    const prod = Template.fromStack(synthesize('prod').api);
    prod.hasResourceProperties('AWS::CloudFront::CachePolicy', {
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Accept', 'x-viewer-host'] },
          CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['__Host-session', '__Host-customer'] },
          QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: [...cacheKeyQuery] },
        },
      },
    });
    const portal = publicPortalOperations.find(({ id }) => id === 'getPublicFeedbackPortal')!;
    expect(new Set<string>(cacheKeyQuery)).toEqual(new Set(Object.keys(portal.input.query.shape)));
    prod.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        DefaultCacheBehavior: { CachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId },
        CacheBehaviors: ['/portals/*', '/portal-images/*', '/assets/*'].map((PathPattern) =>
          Match.objectLike({ PathPattern }),
        ),
      },
    });
  });

  test('serves the hosts of portals, and tells the functions of which', () => {
    const certificateArn = `arn:aws:acm:us-east-1:123456789012:certificate/x`;
    const api = Template.fromStack(
      synthesize('prod', {
        domain: { name: 'plan.example.com', certificateArn },
        portalDomains: { 'feedback.acme.com': 'acme' },
      }).api,
    );
    api.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { Aliases: ['plan.example.com', 'feedback.acme.com'] },
    });
    const homes = JSON.stringify({ 'feedback.acme.com': '/portals/acme/feedback' });
    const functions = Object.values(api.findResources('AWS::Lambda::Function'));
    const told = functions.map(({ Properties }) => Properties?.Environment?.Variables?.CUSTOM_DOMAINS);
    expect(told.filter((one) => one === homes)).toHaveLength(Object.keys(functionGroups).length);
  });

  test('caches no error, whichever CloudFront could cache', () => {
    Template.fromStack(synthesize('prod').api).hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
          ErrorCode,
          ErrorCachingMinTTL: 0,
        })),
      },
    });
  });

  const atEdge = (uri: string, accept?: string) => {
    const request = { uri, headers: accept === undefined ? {} : { accept: { value: accept } } };
    const event = { request, viewer: { ip: '203.0.113.7' } };
    return runInNewContext(`${viewerRequest()}; handler(event)`, { event }) as {
      headers: Record<string, { value: string }>;
    };
  };

  test('names a custom domain to the service, and nothing that the caller says is one', () => {
    const seen = (host: string, sent: object = {}) => {
      const event = {
        viewer: { ip: '203.0.113.7' },
        request: { uri: '/portals/x/feedback', cookies: {}, headers: { host: { value: host }, ...sent } },
      };
      const { headers } = runInNewContext(`${viewerRequest(['feedback.acme.test'])}; handler(event)`, {
        event,
      }) as { headers: Record<string, { value: string }> };
      return headers['x-viewer-host']?.value;
    };
    expect(seen('Feedback.Acme.test')).toBe('feedback.acme.test');
    expect(seen('plan.example.com')).toBeUndefined();
    expect(seen('plan.example.com', { 'x-viewer-host': { value: 'feedback.acme.test' } })).toBeUndefined();
  });

  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'text/html',
    'TEXT/HTML, */*;q=0.1',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0.5, text/html;q=0.5',
    ';;q=,,',
  ])('leaves of Accept: %s what the service makes of it', (accept) => {
    const { headers } = atEdge('/portals/x/feedback', accept);
    const page = prefersHtml({ headers: { accept } });
    expect(headers['accept']?.value).toBe(page ? 'text/html' : 'application/json');
    expect(prefersHtml({ headers: { accept: headers['accept']?.value } })).toBe(page);
  });

  test('says whom a request is from, and touches nothing else of it', () => {
    const { headers } = atEdge('/mcp', 'application/json, text/event-stream');
    expect(headers).toEqual({
      accept: { value: 'application/json, text/event-stream' },
      'x-viewer-address': { value: '203.0.113.7' },
    });
  });
});
