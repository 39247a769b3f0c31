import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figuresOf } from '../bench/figure-table.ts';
import { blockCommands, documentedPages, ROOT } from '../commands/documented.ts';

const page = readFileSync(join(ROOT, 'docs/figures.md'), 'utf8');

const rows = figuresOf(page);

test('each row has a target, and a command that CI runs in some form', () => {
  expect(rows.length).toBeGreaterThan(10);
  const commands = blockCommands(documentedPages());
  expect(rows.map(({ command }) => command).filter((command) => !commands.includes(command))).toEqual([]);
});

test('each command that measures is in a row', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const measuring = Object.keys(scripts).filter((name) => /^(bench|cost|simulate|drill|backtest)/.test(name));
  const listed = rows.map(({ command }) => /npm run ([\w:-]+)/.exec(command)?.[1]);
  expect(measuring.filter((name) => !listed.includes(name))).toEqual([]);
});

test('the page holds no results of runs, only targets and how to measure them', () => {
  expect(page.match(/\b20\d\d-\d\d-\d\d\b/g)).toBeNull();
});
