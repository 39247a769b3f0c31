import { describe, expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { production } from './production.ts';
import { templatesOf } from './templates.ts';

const streamArn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-21T00:00:00.000';
const table = { name: 'restored', streamArn };

/** Resolved as far as needed to compare: CDK exports and imports under the same texts. */
const names = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Names that the stacks export, and those that they import, at any depth. */
function references(config: Parameters<typeof templatesOf>[0]) {
  const exported: string[] = [];
  const imported: string[] = [];
  const find = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'Fn::ImportValue') imported.push(names(member));
      if (key === 'Export') exported.push(names((member as { Name: unknown }).Name));
      find(member);
    }
  };
  for (const { template } of templatesOf(config)) find(template.toJSON());
  return { exported, imported };
}

describe('a restored table that is managed again', () => {
  const resourcesOf = (config: EnvironmentConfig) =>
    templatesOf(config)[0]!.template.toJSON()['Resources'] as Record<
      string,
      { Type: string; Properties: object }
    >;
  const tablesOf = (config: EnvironmentConfig) =>
    Object.entries(resourcesOf(config)).filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');
  const unmanaged = { ...production(), table };
  const managed = { ...production(), table: { ...table, managed: true } };

  test('has the keys, indexes, expiry, stream and protection of the one before, and its own name', () => {
    const [[, lost], [id, restored]] = [...tablesOf(production()), ...tablesOf(managed)] as [
      ReturnType<typeof tablesOf>[number],
      ReturnType<typeof tablesOf>[number],
    ];
    expect(restored).toEqual({ ...lost, Properties: { ...lost.Properties, TableName: 'restored' } });
    expect(lost.Properties).toMatchObject({
      GlobalSecondaryIndexes: expect.anything() as unknown,
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    // CloudFormation imports what the stack did not have, and what keeps its data when it is taken out of the stack.
    expect(Object.keys(resourcesOf(production()))).not.toContain(id);
    expect(restored).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  test('is all that its import changes', () => {
    const [[id]] = tablesOf(managed) as [[string, unknown]];
    const { [id]: _, ...rest } = resourcesOf(managed);
    expect(rest).toEqual(resourcesOf(unmanaged));
    const others = (config: EnvironmentConfig) =>
      templatesOf(config)
        .slice(1)
        .map(({ template }) => template.toJSON() as object);
    expect(others(managed)).toEqual(others(unmanaged));
  });
});

/** CloudFormation refuses to remove an export while a stack imports it; cdk deploys the stack with the table first. */
test.each([
  ['development, to a restored table', parseEnvironment('qa', { kind: 'development' }), { table }],
  ['production, to a restored table', production(), { table }],
  [
    'a restored table, to one that was restored again',
    { ...production(), table },
    {
      table: { name: 'again', streamArn: streamArn.replace('restored', 'again') },
    },
  ],
])('%s: no stack drops an export that another one imports', (_, before, changes) => {
  const { imported } = references(before);
  const { exported: kept } = references({ ...before, ...changes });
  const { exported } = references(before);
  const dropped = exported.filter((name) => !kept.includes(name));
  expect(dropped.filter((name) => imported.includes(name))).toEqual([]);
});

test('an import from another stack is an output that the stack has, before the restore and after it', () => {
  for (const config of [production(), { ...production(), table }]) {
    const templates = templatesOf(config);
    const outputs = templates.flatMap(({ name, template }) =>
      Object.keys((template.toJSON()['Outputs'] ?? {}) as object).map((id) => `${name} ${id}`),
    );
    const text = JSON.stringify(templates.map(({ template }) => template.toJSON() as object));
    const read = [
      ...text.matchAll(/"Fn::GetStackOutput":\{"StackName":"([\w-]+)",.*?"OutputName":"(\w+)"\}/g),
    ].map(([, stack, output]) => `${stack} ${output}`);
    expect(read.length).toBeGreaterThan(10);
    expect([...new Set(read)].filter((one) => !outputs.includes(one))).toEqual([]);
  }
});
