import { expect, test } from 'vitest';
import { INTEGRATION, INTEGRATIONS, type ApiBody } from '../../infra/constructs/api-body.ts';
import { rightsOf } from './role-rights.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { templatesFor } from './synthesize.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';

interface Resource {
  Type: string;
  Properties: Record<string, any>;
  DependsOn?: string[];
}

const resourcesOf = (environment: string, changes: Partial<EnvironmentConfig> = {}): [string, Resource][] =>
  Object.entries(templatesFor(environment, changes).api.toJSON()['Resources'] as Record<string, Resource>);

const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(/","|\\?"/g, ' ');

test.each(['dev', 'prod'])(
  'in %s, the gateway may invoke the alias of each route, $default too, its function, and no other',
  (environment) => {
    const resources = resourcesOf(environment);
    const [, api] = resources.find(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api')!;
    const { paths, components } = api.Properties['Body'] as ApiBody;
    const [role, statements] = rightsOf(templatesFor(environment).api).find(([id]) =>
      id.startsWith('GatewayRole'),
    )!;
    expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction']);
    const allowed = [statements[0]!.Resource].flat().map((arn) => /function:[^ ]+/.exec(textOf(arn))![0]);

    const operations = Object.values(paths).flatMap((path) => Object.values(path)) as {
      [INTEGRATION]: { $ref: string };
    }[];
    expect(operations.length).toBeGreaterThan(100);
    const invoked = operations.map((operation) => {
      const integration = components[INTEGRATIONS][operation[INTEGRATION].$ref.split('/').at(-1)!]!;
      expect(integration.credentials).toEqual({ 'Fn::GetAtt': [role, 'Arn'] });
      return /function:[^ ]+(?=\/invocations)/.exec(textOf(integration.uri))![0];
    });
    const bare = invoked.map((name) => name.replace(/:live$/, ''));
    expect(new Set([...invoked, ...bare])).toEqual(new Set(allowed));
    expect(invoked.filter((name) => !name.endsWith(':live'))).toEqual([]);

    const functions = resources
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([, { Properties }]) => `function:${String(Properties['FunctionName'])}`);
    expect(bare.filter((name) => !functions.includes(name))).toEqual([]);
  },
);

test.each([
  ['canary', ['AWS::Lambda::Function', 'AWS::Lambda::Version']],
  ['all-at-once', ['AWS::Lambda::Alias', 'AWS::Lambda::Function', 'AWS::Lambda::Version']],
] as const)('with the rollout %s, what a route leads to is there before it', (rollout, types) => {
  const resources = resourcesOf('prod', { rollout });
  const [, { DependsOn = [] }] = resources.find(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api')!;
  const waited = resources.filter(([id, { Type }]) => DependsOn.includes(id) && Type !== 'AWS::IAM::Role');
  expect(waited.map(([, { Type }]) => Type).toSorted()).toEqual(
    types.flatMap((type) => Object.keys(functionGroups).map(() => type)),
  );
});
