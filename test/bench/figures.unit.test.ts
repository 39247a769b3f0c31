import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './bench-folder.ts';
import { readFigureResults, recordFigure } from './figure-results.ts';
import { renderFigures } from './figure-table.ts';
import { figures } from './figure-targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'plotline-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = [
  { what: 'A page', target: '≥ 800', command: 'npm run one' },
  { what: 'Another', target: 'nothing', command: 'npm run two' },
];

test('the table shows what was measured today, and the machine', () => {
  const result = { today: '912 a second', date: '2026-01-31', machine: '2 cores (A processor), Node.js v24' };
  expect(renderFigures(made, { 'npm run one': result })).toBe(`| what | target | today | command |
| --- | --- | --- | --- |
| A page | ≥ 800 | 912 a second (2026-01-31) | \`npm run one\` |
| Another | nothing | not measured here | \`npm run two\` |

Measured on 2 cores (A processor), Node.js v24.
`);
});

test('a result replaces the earlier one of its command, and no other', () => {
  const file = join(folder, 'new/figures.json');
  recordFigure('npm run one', '1', file);
  recordFigure('npm run two', '2', file);
  recordFigure('npm run one', '3', file);
  const results = readFigureResults(file);
  expect(Object.entries(results).map(([command, { today }]) => [command, today])).toEqual([
    ['npm run one', '3'],
    ['npm run two', '2'],
  ]);
  expect(results['npm run one']!.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(results['npm run one']!.machine).toContain(process.version);
});

test('the command prints each figure with the result of a file', () => {
  const file = join(folder, 'figures.json');
  recordFigure('npm run drill', 'passed', file);
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(ROOT, 'test/bench/figures.ts'), '--results', file],
    { encoding: 'utf8' },
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^\| A lost table \| is restored completely \| passed \(.*\) \| `npm run drill` \|$/m,
  );
  expect(stdout.match(/^\| .* \| `npm run /gm)).toHaveLength(figures.length);
});
