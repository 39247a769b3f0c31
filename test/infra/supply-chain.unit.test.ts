import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundledPackages } from '../../infra/supply-chain/bundled-packages.ts';
import { readPackages, refusedPackages } from '../../infra/supply-chain/licences.ts';

test('every package that is deployed has a licence that allows it', () => {
  const packages = readPackages(resolve(import.meta.dirname, '../..'));
  expect(packages.filter(({ isDeployed }) => isDeployed).length).toBeGreaterThan(50);
  expect(refusedPackages(packages)).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  [undefined, false],
])('the licence %s is allowed: %s', (licence, allowed) => {
  const one = { name: 'one', version: '1.0.0', licence };
  expect(refusedPackages([{ ...one, isDeployed: true }])).toHaveLength(allowed ? 0 : 1);
  expect(refusedPackages([{ ...one, isDeployed: false }])).toEqual([]);
});

test('the contents of a bundle are its packages by size, the small ones together', () => {
  const input = (bytesInOutput: number) => ({ bytesInOutput });
  const inputs = {
    'shared/kernel/core/id.ts': input(300),
    'node_modules/@aws-sdk/core/dist/a.js': input(400),
    'node_modules/@aws-sdk/core/dist/b.js': input(200),
    'node_modules/zod/node_modules/tiny/c.js': input(5),
    'node_modules/uuid/d.js': input(4),
  };
  const output = { bytes: 909, inputs, imports: [], exports: [] };
  expect(bundledPackages({ stories: { inputs: {}, outputs: { 'index.mjs': output } } })).toEqual([
    {
      name: 'stories',
      bytes: 909,
      parts: [
        { name: '@aws-sdk/core', bytes: 600 },
        { name: 'plotline', bytes: 300 },
        { name: '2 others', bytes: 9 },
      ],
    },
  ]);
});
