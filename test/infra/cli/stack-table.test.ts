import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStackTable } from '../../../cli/core/stack-table.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plotline-aws-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Stands in for the aws command, by the call of CloudFormation. */
function aws(answers: Record<'describe-stack-resources' | 'describe-stacks', unknown>): void {
  const file = join(folder, 'aws');
  writeFileSync(
    file,
    `#!${process.execPath}\nconsole.log(JSON.stringify(${JSON.stringify(answers)}[process.argv[3]]));\n`,
  );
  chmodSync(file, 0o755);
}

const outputs = [{ OutputKey: 'TableName', OutputValue: 'restored' }];

test('the table of a stack is its own one', async () => {
  aws({
    'describe-stack-resources': {
      StackResources: [{ ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: 'own' }],
    },
    'describe-stacks': { Stacks: [{ Outputs: outputs }] },
  });
  expect(await findStackTable('Plotline-prod-data')).toBe('own');
});

test('the table of a stack is the one that the environment was pointed at, where the stack has none', async () => {
  const none = { StackResources: [] };
  aws({ 'describe-stack-resources': none, 'describe-stacks': { Stacks: [{ Outputs: outputs }] } });
  expect(await findStackTable('Plotline-prod-data')).toBe('restored');
  aws({ 'describe-stack-resources': none, 'describe-stacks': { Stacks: [{}] } });
  await expect(findStackTable('Plotline-prod-api')).rejects.toThrow('holds no table');
});
