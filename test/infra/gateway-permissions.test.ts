import { expect, test } from 'vitest';
import { INTEGRATION, INTEGRATIONS, type ApiBody } from '../../infra/constructs/api-body.ts';
import { rightsOf } from './role-rights.ts';
import { templatesFor } from './synthesize.ts';

interface Resource {
  Type: string;
  Properties: Record<string, any>;
  DependsOn?: string[];
}

const resourcesOf = (environment: string): [string, Resource][] =>
  Object.entries(templatesFor(environment).api.toJSON()['Resources'] as Record<string, Resource>);

const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(/","|\\?"/g, ' ');

test.each(['dev', 'prod'])(
  'in %s, the gateway may invoke the function of each route, $default too, and no other',
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
    expect(new Set(invoked)).toEqual(new Set(allowed));

    const live = environment === 'prod' ? ':live' : '';
    const functions = resources
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([, { Properties }]) => `function:${String(Properties['FunctionName'])}${live}`);
    expect(allowed.filter((name) => !functions.includes(name))).toEqual([]);
  },
);

test('in production, a function is there before a route leads to it', () => {
  const resources = resourcesOf('prod');
  const [, { DependsOn = [] }] = resources.find(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api')!;
  const functions = resources
    .filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && Properties['FunctionName'])
    .map(([id]) => id);
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter((id) => !DependsOn.includes(id))).toEqual([]);
});
