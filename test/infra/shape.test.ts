import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { environmentConfig } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';

type Properties = Record<string, any>;
type Shape = Record<string, unknown>;

/** What decides how the service behaves, by type of resource; what is left out differs on purpose. */
const shapes: Record<string, (properties: Properties) => unknown> = {
  'AWS::ApiGatewayV2::Api': ({ ProtocolType, CorsConfiguration }) => ({ ProtocolType, CorsConfiguration }),
  'AWS::ApiGatewayV2::Route': (properties) => properties,
  'AWS::ApiGatewayV2::Integration': (properties) => properties,
  'AWS::CloudFront::CachePolicy': ({ CachePolicyConfig: { Name: _name, ...policy } }) => policy,
  'AWS::CloudFront::Distribution': ({ DistributionConfig: { Comment: _comment, ...distribution } }) =>
    distribution,
  'AWS::CloudFront::Function': ({ FunctionCode }) => FunctionCode,
  'AWS::DynamoDB::GlobalTable': ({ Replicas: _replicas, ...table }) => table,
  'AWS::Events::Rule': (properties) => properties,
  'AWS::Lambda::EventSourceMapping': ({ ScalingConfig: _scaling, ...mapping }) => mapping,
  'AWS::Lambda::Function': ({ Code, Handler, Runtime, Timeout, LoggingConfig, Environment }) => ({
    ...{ Code, Handler, Runtime, Timeout },
    format: LoggingConfig.LogFormat,
    variables: Object.keys(Environment.Variables).sort(),
  }),
  'AWS::SQS::Queue': (properties) => properties,
};

function shapeOf(config: EnvironmentConfig): Shape {
  // Under one name, since ids of resources derive from those of their stacks.
  const resources = Object.entries(createStacks(new App(), { ...config, id: 'one' })).flatMap(
    ([name, stack]) =>
      Object.entries(Template.fromStack(stack).toJSON()['Resources'] as Record<string, any>)
        .filter(([, { Type }]) => Type in shapes)
        .map(([id, { Type, Properties }]) => [`${name} ${id}`, shapes[Type]!(Properties)] as const),
  );
  return Object.fromEntries(resources);
}

test('the shape that runs on this machine is the shape of production', () => {
  const local = shapeOf(environmentConfig('local'));
  expect(Object.keys(local).length).toBeGreaterThan(100);
  // How many sweepers share a minute's work is configured, and each has a target of its own.
  expect(local).toEqual(shapeOf({ ...production(), sweepers: 1 }));
});
