import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blockCommands, documentedPages, ROOT } from '../commands/documented.ts';

/** The rows of the table in docs/promises.md: the promise, its command and what it last showed. */
const rows = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (promise|-)/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

test('each promise names a page, a command that CI runs in some form, and what it showed', () => {
  expect(rows.length).toBeGreaterThan(10);
  const commands = blockCommands(documentedPages()).map((command) => `\`${command}\``);
  for (const [promise, command, shown, ...more] of rows) {
    expect(promise).toMatch(/\]\([a-z-]+\.md(#[a-z-]+)?\)/);
    expect(commands).toContain(command);
    expect(shown).not.toBe('');
    expect(more).toEqual([]);
  }
});

test('each command that measures stands behind a promise', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const measuring = Object.keys(scripts).filter((name) => /^(bench|cost|simulate|drill|backtest)/.test(name));
  const promised = rows.map(([, command]) => /npm run ([\w:-]+)/.exec(command!)?.[1]);
  expect(measuring.filter((name) => !promised.includes(name))).toEqual([]);
});
