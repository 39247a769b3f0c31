import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { environmentConfig } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';
import { newApp } from './new-app.ts';

type Properties = Record<string, any>;
interface Resource {
  Type: string;
  Properties: Properties;
}
type Shape = Record<string, Resource>;

/** What differs on purpose, by type of resource: everything else is compared. */
const allowedDifferences: Record<string, string[]> = {
  // How much it may use, and where it is.
  'AWS::Lambda::Function': [
    'MemorySize',
    'EphemeralStorage',
    ...[
      'RATE_LIMITS',
      'MODEL_STORAGE_MB',
      'DELIVERY_SLOTS',
      'JOB_SLOTS',
      'BASE_URL',
      'MAIL_FROM',
      'INBOUND_MAIL_DOMAIN',
      // Links to a demo, which the local service has.
      'DEMO_PORTAL',
      'DEMO_BOARD',
    ].map((name) => `Environment.Variables.${name}`),
  ],
  'AWS::Lambda::EventSourceMapping': ['ScalingConfig'],
  'AWS::ApiGatewayV2::Stage': ['DefaultRouteSettings', 'RouteSettings.$default'],
  // What else may publish: the rules on backups.
  'AWS::SNS::TopicPolicy': ['PolicyDocument.Statement.2'],
  'AWS::SES::ReceiptRule': ['Rule.Recipients'],
  'AWS::SES::EmailIdentity': ['EmailIdentity', 'MailFromAttributes'],
  // How long data and logs are kept.
  'AWS::DynamoDB::GlobalTable': ['Replicas'],
  'AWS::Logs::LogGroup': ['RetentionInDays'],
  'AWS::S3::Bucket': [
    'VersioningConfiguration',
    ...[2, 3, 4].map((rule) => `LifecycleConfiguration.Rules.${rule}`),
  ],
};
/** Backups, who gets alarms, and what has the hash of a function's code and settings. */
const onlyDeployed = /^(AWS::Backup::.*|AWS::SNS::Subscription|AWS::Lambda::(Version|Alias))$/;

function shapeOf(config: EnvironmentConfig): Shape {
  // Under one name, since ids of resources derive from those of their stacks.
  const stacks = createStacks(newApp(), { ...config, id: 'one' });
  return Object.fromEntries(
    Object.entries(stacks).flatMap(([name, stack]) =>
      Object.entries(Template.fromStack(stack).toJSON()['Resources'] as Record<string, Resource>)
        .filter(([id, { Type }]) => !onlyDeployed.test(Type) && !id.startsWith('Backups'))
        .map(([id, { Type, Properties }]) => [`${name} ${id}`, { Type, Properties }]),
    ),
  );
}

/** The properties of both that are not the same and should be, such as `api Stage AccessLogSettings`. */
function differences(one: Shape, other: Shape): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((id) => {
    const [here, there] = [one[id], other[id]].map((resource) => leaves(resource?.Properties));
    if (!here?.size || !there?.size) return one[id] && other[id] ? [] : [id];
    const allowed = allowedDifferences[one[id]!.Type] ?? [];
    return [...new Set([...here.keys(), ...there.keys()])]
      .filter((path) => here.get(path) !== there.get(path))
      .filter((path) => !allowed.some((prefix) => path === prefix || path.startsWith(`${prefix}.`)))
      .map((path) => `${id} ${path}`);
  });
}

/** Values by their paths, such as `LoggingConfig.LogFormat`. */
function leaves(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leaves(inner, path ? `${path}.${key}` : key)]),
  );
}

const local = shapeOf(environmentConfig('local'));
// How many sweepers share a minute's work is configured, and each has a target of its own. With the edge in front of all,
// functions have its key too (edge.test.ts); what a gradual rollout adds is in rollout.test.ts.
const deployed = shapeOf({
  ...production(),
  sweepers: 1,
  edge: 'separate',
  domain: undefined,
  rollout: 'all-at-once',
});

test('the shape that runs on this machine is the shape of production', () => {
  expect(Object.keys(local).length).toBeGreaterThan(150);
  expect(differences(local, deployed)).toEqual([]);
});

const first = (shape: Shape, type: string, has: (properties: Properties) => unknown = () => true) =>
  Object.values(shape).find(({ Type, Properties }) => Type === type && has(Properties))!.Properties;

const API = 'AWS::ApiGatewayV2::Api';

/** A change of production alone, for each thing that must be the same on this machine. */
const changes: Record<string, (shape: Shape) => void> = {
  routes: (shape) => {
    const [operation] = Object.values<Properties>(
      first(shape, API)['Body'].paths['/openapi.json'] ?? first(shape, API)['Body'].paths['/mcp'],
    );
    operation!['x-amazon-apigateway-integration'] = { $ref: '#/elsewhere' };
  },
  'a route less': (shape) => void delete first(shape, API)['Body'].paths['/mcp'],
  'limits of time': (shape) => void (first(shape, 'AWS::Lambda::Function')['Timeout'] += 1),
  environment: (shape) =>
    void (first(shape, 'AWS::Lambda::Function')['Environment'].Variables.EVENT_RETENTION_DAYS = '1'),
  'a variable more': (shape) =>
    void (first(shape, 'AWS::Lambda::Function')['Environment'].Variables.DEBUG = '1'),
  mappings: (shape) => void (first(shape, 'AWS::Lambda::EventSourceMapping')['FunctionResponseTypes'] = []),
  'filters of mappings': (shape) =>
    void first(shape, 'AWS::Lambda::EventSourceMapping', ({ FilterCriteria }) => FilterCriteria)[
      'FilterCriteria'
    ].Filters.pop(),
  'error caching': (shape) =>
    void (first(shape, 'AWS::CloudFront::Distribution')[
      'DistributionConfig'
    ].CustomErrorResponses[0].ErrorCachingMinTTL = 10),
  'header renaming': (shape) =>
    void delete first(shape, API)['Body'].components['x-amazon-apigateway-integrations'].mcp
      .responseParameters,
  'log format': (shape) => void (first(shape, 'AWS::Lambda::Function')['LoggingConfig'].LogFormat = 'Text'),
  'access log': (shape) => void (first(shape, 'AWS::ApiGatewayV2::Stage')['AccessLogSettings'].Format = '{}'),
  rights: (shape) =>
    void (first(shape, 'AWS::IAM::Role')['Policies'][0].PolicyDocument.Statement[0].Effect = 'Deny'),
};

test.each(Object.entries(changes))('a difference would be noticed: %s', (_, change) => {
  const other = structuredClone(deployed);
  change(other);
  expect(differences(local, other)).not.toEqual([]);
});
