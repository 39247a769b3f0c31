import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figures } from '../bench/figure-targets.ts';
import { blockCommands, documentedPages, ROOT } from '../commands/documented.ts';

const page = readFileSync(join(ROOT, 'docs/figures.md'), 'utf8');

test('each figure has a command that CI runs in some form', () => {
  expect(figures.length).toBeGreaterThan(10);
  const commands = blockCommands(documentedPages());
  expect(figures.map(({ command }) => command).filter((command) => !commands.includes(command))).toEqual([]);
});

test('each command that measures has a figure', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const measuring = Object.keys(scripts).filter((name) => /^(bench|cost|simulate|drill|backtest)/.test(name));
  const listed = figures.map(({ command }) => /npm run ([\w:-]+)/.exec(command)?.[1]);
  expect(measuring.filter((name) => !listed.includes(name))).toEqual([]);
});

test('the page holds no results of runs, only how to measure', () => {
  expect(page.match(/\b20\d\d-\d\d-\d\d\b/g)).toBeNull();
});
