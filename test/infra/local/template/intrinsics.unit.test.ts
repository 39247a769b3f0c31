import { describe, expect, test } from 'vitest';
import { createResolver } from '../../../../infra/local/template/intrinsics.ts';
import type { Assembly, TemplateResource, Stack } from '../../../../infra/local/template/template.ts';

function stackNamed(name: string, parts: Partial<Stack> = {}): Stack {
  return {
    name,
    region: 'eu-west-1',
    account: '123456789012',
    parameters: {},
    conditions: {},
    mappings: {},
    outputs: {},
    resources: new Map(),
    assets: new Map(),
    ...parts,
  };
}

function add(
  stack: Stack,
  logicalId: string,
  properties: Record<string, unknown> = {},
  condition?: string,
): TemplateResource {
  const resource = { logicalId, name: logicalId, type: 'AWS::Test::Thing', stack, properties, condition };
  stack.resources.set(logicalId, resource);
  return resource;
}

function setUp() {
  const data = stackNamed('Data', {
    outputs: { Out: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Join': ['', ['Data', ':Table']] } } } },
  });
  add(data, 'Table');
  const api = stackNamed('Api', {
    parameters: { Size: { Default: '12' }, Bare: {} },
    conditions: {
      IsProd: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
      IsNot: { 'Fn::Not': [{ Condition: 'IsProd' }] },
      Both: {
        'Fn::And': [{ Condition: 'IsNot' }, { 'Fn::Or': [{ Condition: 'IsProd' }, { Condition: 'IsNot' }] }],
      },
    },
    mappings: { Sizes: { 'eu-west-1': { memory: 512 } } },
  });
  add(api, 'Other');
  const assembly: Assembly = { directory: '', stacks: [data, api], resources: [] };
  const resolver = createResolver(assembly, ({ logicalId }) => ({
    ref: `${logicalId}-name`,
    attributes: { Arn: `arn:${logicalId}`, 'Nested.Url': 'https://nested' },
  }));
  const resolve = (value: unknown) => resolver.resolve(add(api, 'Subject', { Value: value })).Value;
  return { api, resolver, resolve };
}

describe('intrinsic functions', () => {
  test.each([
    ['a plain value', { a: [1, true, null] }, { a: [1, true, null] }],
    ['Ref', { Ref: 'Other' }, 'Other-name'],
    ['Ref to a parameter', { Ref: 'Size' }, '12'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
    ['AWS::NoValue', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
    ['Fn::GetAtt', { 'Fn::GetAtt': ['Other', 'Arn'] }, 'arn:Other'],
    ['Fn::GetAtt of a nested attribute', { 'Fn::GetAtt': 'Other.Nested.Url' }, 'https://nested'],
    ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'Other' }, 3]] }, 'a-Other-name-3'],
    [
      'Fn::Sub',
      { 'Fn::Sub': '${AWS::Partition}/${Other}/${Other.Arn}/${!Literal}' },
      'aws/Other-name/arn:Other/${Literal}',
    ],
    ['Fn::Sub with variables', { 'Fn::Sub': ['${x}-${x}', { x: { Ref: 'Size' } }] }, '12-12'],
    ['Fn::Select of Fn::Split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['Fn::ImportValue', { 'Fn::ImportValue': 'Data:Table' }, 'Table-name'],
    [
      'Fn::GetStackOutput',
      { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Out', Region: { Ref: 'AWS::Region' } } },
      'Table-name',
    ],
    ['Fn::If', { 'Fn::If': ['IsProd', 'yes', { 'Fn::If': ['Both', 'no', 'never'] }] }, 'no'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'memory'] }, 512],
  ])('resolve %s', (_name, value, expected) => {
    expect(setUp().resolve(value)).toEqual(expected);
  });

  test.each([
    ['an unknown function', { 'Fn::Cidr': ['10.0.0.0/16', 1, 8] }, 'Fn::Cidr is not supported'],
    [
      'an unknown attribute',
      { 'Fn::GetAtt': ['Other', 'StreamArn'] },
      'the attribute StreamArn of Other (AWS::Test::Thing)',
    ],
    ['an unknown name', { Ref: 'Nobody' }, 'Ref refers to Nobody'],
    ['a parameter without a value', { Ref: 'Bare' }, 'the parameter Bare has no default'],
    [
      'an output that no stack has',
      { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'None' } },
      'no stack Data has the output None',
    ],
    ['an import that nobody exports', { 'Fn::ImportValue': 'Nothing' }, 'no stack exports Nothing'],
  ])('fail on %s and say where', (_name, value, reason) => {
    const { resolve } = setUp();
    expect(() => resolve({ deep: [value] })).toThrow(reason);
    expect(() => resolve({ deep: [value] })).toThrow('Api.Subject (AWS::Test::Thing).Value.deep.0');
  });

  test('omit a resource whose condition is false', () => {
    const { api, resolver } = setUp();
    expect(resolver.exists(add(api, 'A', {}, 'IsProd'))).toBe(false);
    expect(resolver.exists(add(api, 'B', {}, 'IsNot'))).toBe(true);
    expect(resolver.exists(add(api, 'C'))).toBe(true);
  });
});
