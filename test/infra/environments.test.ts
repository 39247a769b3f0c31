import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { environmentConfig, parseEnvironment, selectEnvironment } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { templatesOf } from './templates.ts';
import { newApp } from './new-app.ts';

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

describe('an environment is refused with a sentence that says what to do, for', () => {
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
    [
      'production without a domain',
      () => parseEnvironment('prod', { kind: 'production', alarmEmail }),
      /^Set domain in infra\/environments\/prod\.json to the host name/,
    ],
    [
      'production without an account',
      () => {
        const { account: _, ...others } = production;
        return parseEnvironment('prod', others);
      },
      /^Set account in infra\/environments\/prod\.json to the 12 digits/,
    ],
    [
      'a pager elsewhere',
      () =>
        parseEnvironment('prod', {
          ...production,
          region: 'eu-central-1',
          alarmTopicArn: 'arn:aws:sns:us-east-1:123456789012:pager',
        }),
      /alarmTopicArn in .* is of us-east-1: alarms of eu-central-1/,
    ],
    [
      'a firewall without CloudFront',
      () =>
        parseEnvironment('qa', {
          kind: 'development',
          webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/plotline/1',
        }),
      /webAclArn in .* needs CloudFront/,
    ],
    [
      'a regional firewall',
      () =>
        parseEnvironment('qa', {
          ...production,
          webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/plotline/1',
        }),
      /webAclArn: must be the ARN of a web ACL for CloudFront/,
    ],
    [
      'an unknown place of CloudFront',
      () => parseEnvironment('qa', { ...production, edge: 'behind' }),
      /edge: /,
    ],
    [
      'portals with a name of their own, and CloudFront apart',
      () =>
        parseEnvironment('qa', {
          ...production,
          edge: 'separate',
          portalHosts: ['feedback.example.com'],
        }),
      /portalHosts in .* need CloudFront/,
    ],
    ['a copy of production', () => parseEnvironment('prod', production, 'ada'), /there are no copies/],
    ['a name of a copy', () => environmentConfig('dev', '../x'), /cannot name a copy/],
    ['no kind', () => parseEnvironment('qa', {}), /qa\.json cannot be used: kind: /],
    [
      'an unknown setting',
      () => parseEnvironment('qa', { kind: 'staging', memory: 1 }),
      /qa\.json cannot be used: "memory" is not a known setting/,
    ],
    [
      'a misspelt setting',
      () => parseEnvironment('qa', { kind: 'staging', alarmEmial: 'a@example.com' }),
      /"alarmEmial" is not a known setting; did you mean "?alarmEmail/,
    ],
    [
      'no email address',
      () => parseEnvironment('qa', { ...production, alarmEmail: 'ops' }),
      /alarmEmail: must be an email address/,
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
      () => parseEnvironment('qa', { kind: 'development', portalHosts: ['feedback.acme.com'] }),
      /portalHosts in .* need CloudFront and a domain/,
    ],
    [
      "a portal under the service's own host name",
      () =>
        parseEnvironment('qa', {
          ...production,
          domain: { name: 'a.example.com', certificateArn: certificateArn('us-east-1') },
          portalHosts: ['a.example.com'],
        }),
      /name a\.example\.com, which is the service's own domain/,
    ],
    [
      'a host of a portal that is none',
      () => parseEnvironment('qa', { ...production, portalHosts: ['https://feedback.acme.com'] }),
      /portalHosts\.0: must be a host name such as/,
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
      /accountConcurrency in .* is 200, .*at least 462 /,
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
  const rateLimits = { credential: 1_200, workspace: 5_000, writesADay: 40_000 };
  const config = parseEnvironment('qa', { kind: 'development', rateLimits });
  const [api] = templatesOf(config).filter(({ name }) => name.endsWith('-api'));
  const variables = Object.values(api!.template.findResources('AWS::Lambda::Function')).map(
    ({ Properties }) => (Properties as { Environment?: { Variables?: object } }).Environment?.Variables,
  );
  const behind = variables.filter((of) => of && 'BASE_URL' in of && 'TABLE_NAME' in of);
  expect(behind.length).toBeGreaterThan(5);
  for (const of of behind) expect(of).toMatchObject({ RATE_LIMITS: JSON.stringify(rateLimits) });
});

test('the retention of events reaches every function that stores or reads them, and the operator', () => {
  const stacks = templatesOf(parseEnvironment('qa', { kind: 'development', eventRetentionDays: 7 }));
  const retentions = stacks.flatMap(({ name, template }) =>
    Object.values(template.findResources('AWS::Lambda::Function')).flatMap(({ Properties }) => {
      const { Description, Environment } = Properties as {
        Description?: unknown;
        Environment?: { Variables?: Record<string, string> };
      };
      const days = Environment?.Variables?.['EVENT_RETENTION_DAYS'];
      return /-(?:api|webhooks)$/.test(name) && /^Plotline: (?!canary)/.test(String(Description))
        ? [[Description, days]]
        : [];
    }),
  );
  expect(retentions.length).toBeGreaterThan(10);
  expect(retentions.filter(([, days]) => days !== '7')).toEqual([]);
  const webhooks = stacks.find(({ name }) => name.endsWith('-webhooks'))!;
  webhooks.template.hasOutput('EventRetentionDays', { Value: '7' });
});

describe('the concurrency of functions', () => {
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

  test('has shares for pages, AI clients, deliveries and the stream in an account of known size', () => {
    const reserved = reservedOf({ ...production, accountConcurrency: 1_000 });
    expect(reserved).toEqual({
      portals: 100,
      images: 50,
      public: 50,
      oauth: 50,
      mcp: 100,
      projector: 50,
      'webhook-dispatcher': 50,
      'webhook-delivery': 100,
      'job-worker': 50,
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

test('a setting overrides the default of its kind', () => {
  expect(parseEnvironment('qa', { ...production, logRetentionDays: 30 })).toMatchObject({
    name: 'qa',
    logRetentionDays: 30,
    deletionProtection: true,
  });
});

/** The properties of all of an environment's functions. */
const functionsOf = (config: EnvironmentConfig) =>
  Object.values(createStacks(newApp(), config)).flatMap((stack) =>
    Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'))
      .map(({ Properties }) => Properties as FunctionProperties)
      .filter(({ Description }) => String(Description).startsWith('Plotline')),
  );

interface FunctionProperties {
  Description?: string;
  TracingConfig?: { Mode: string };
  Environment: { Variables: Record<string, unknown> };
}

test('tracing is switched by an environment, for all of its functions', () => {
  const modesOf = (config: EnvironmentConfig) =>
    functionsOf(config).map(({ TracingConfig }) => TracingConfig?.Mode);
  const traced = modesOf(parseEnvironment('qa', { ...production, tracing: true }));
  expect(traced.length).toBeGreaterThan(10);
  expect(new Set(traced)).toEqual(new Set(['Active']));
  expect(modesOf(parseEnvironment('qa', production))).not.toContain('Active');
});

test('an environment turns direct calls off for all of its functions', () => {
  const switchesOf = (config: EnvironmentConfig) =>
    functionsOf(config).map(({ Environment }) => Environment.Variables['PLOTLINE_DIRECT_CALLS']);
  const off = switchesOf(parseEnvironment('qa', { ...production, directCalls: false }));
  expect(off.length).toBeGreaterThan(10);
  expect(new Set(off)).toEqual(new Set(['off']));
  expect(new Set(switchesOf(parseEnvironment('qa', production)))).toEqual(new Set([undefined]));
});
