import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { columnUses, filledColumns } from '../../../cli/import/columns.ts';
import { parseDate } from '../../../cli/import/dates.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { fromJira } from '../../../cli/import/presets/jira-markup.ts';
import { fromHtml } from '../../../cli/import/presets/markup.ts';
import type { Preset } from '../../../cli/import/presets/preset.ts';
import { presets } from '../../../cli/import/presets/presets.ts';
import { readRows } from '../../../cli/import/read-rows.ts';

const CPU_SECONDS_MAX = 5;
/** What is nested more deeply than a conversion can follow. */
const DEEP = `${'<b>'.repeat(20_000)}x`;

/** What a call returns, and what it computed for that, in seconds: how busy the machine is does not count. */
function measured<T>(call: () => T): { result: T; cpuSeconds: number } {
  const began = process.cpuUsage();
  const result = call();
  return { result, cpuSeconds: process.cpuUsage(began).user / 1_000_000 };
}

test.each<[string, string]>([
  ['an unclosed block with many options', `{code${':title=a'.repeat(40)}`],
  ['strokes without an end', `${' -a'.repeat(3_000)}`],
  ['spaces without an end', `x${' '.repeat(60_000)}`],
  ['bars without an end', '||'.repeat(20_000)],
  ...[
    '{code}',
    '{quote}',
    '{color:red}a{color}',
    '{{a',
    '[a|',
    '!a.png',
    '_a_b',
    '(*a',
    '*a ',
    '\\\\',
    '|a\n',
    '** a\n',
  ].map((part): [string, string] => [
    `many times ${JSON.stringify(part)}`,
    part.repeat(60_000 / part.length),
  ]),
])('markup with %s is converted, or stays as it is, in a moment', (_, text) => {
  const { result, cpuSeconds } = measured(() => fromJira(text));
  expect(result).toEqual(expect.any(String));
  expect(cpuSeconds).toBeLessThan(CPU_SECONDS_MAX);
});

test('many texts whose conversion takes too long stop an import for a moment only, are counted, and leave the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.json');
  const task = (n: number, notes: string) => ({ gid: String(n), name: `Task ${n}`, html_notes: notes });
  const hostile = Array.from({ length: 40 }, (_, n) => task(n, DEEP));
  writeFileSync(file, JSON.stringify({ data: [...hostile, task(40, '<h1>Title</h1>')] }));
  const { result, cpuSeconds } = measured(() => readRows(file, { preset: presets.asana }));
  expect(cpuSeconds).toBeLessThan(2 * CPU_SECONDS_MAX);
  const { rows, notes } = result;
  expect(notes).toEqual(['Texts that keep their markup, since its conversion takes too long: 40.']);
  expect(rows.at(-1)!.values['Notes']).toBe('# Title');
  expect(rows[0]!.values['Notes']).toBe(DEEP);
});

const jira: Preset = presets.jira;
const github: Preset = presets.github;
const digits = '1'.repeat(300_000);
const tags = '<a'.repeat(300_000);
const dashes = '-'.repeat(300_000);

test.each<[string, () => unknown, unknown]>([
  ['tags without an end are no HTML', () => fromHtml(tags), tags],
  ['a date with many spaces is none', () => parseDate(`2026-01-01${' '.repeat(5_000)}x`), undefined],
  [
    'a comment without its time is a text',
    () => jira.tidy!({ Comment: digits }).details?.comments,
    [{ author: undefined, at: undefined, text: digits }],
  ],
  ['dashes name no issue', () => dashes.replace(github.mention!, 'x'), dashes],
])('%s, in a moment', (_, read, expected) => {
  const { result, cpuSeconds } = measured(read);
  expect(result).toEqual(expected);
  expect(cpuSeconds).toBeLessThan(CPU_SECONDS_MAX);
});

test('HTML that is nested too deeply stays as it is', () => {
  const nested = `${'<b>'.repeat(30_000)}x${'</b>'.repeat(30_000)}`;
  expect(fromHtml(nested)).toContain('x');
  expect(fromHtml('<b>x</b>')).toBe('**x**');
});

test('an address ends before what stays as it is', () => {
  expect(fromJira('https://example.com/[~ada] and [~{code}x{code}]')).toBe(
    'https://example.com/@ada and [~`x`]',
  );
});

test('columns that are named like members of objects are columns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'issues.csv');
  writeFileSync(file, 'Issue key,Summary,constructor,__proto__,toString\nPAY-1,One,a,b,c\n');
  const { rows } = readRows(file, { preset: presets.jira });
  expect(Object.entries(rows[0]!.original!)).toEqual([
    ['Issue key', 'PAY-1'],
    ['Summary', 'One'],
    ['constructor', 'a'],
    ['__proto__', 'b'],
    ['toString', 'c'],
  ]);
  const mapping = createMapping(rows, ['team="Pay"'], { preset: presets.jira });
  const uses = columnUses({
    columns: filledColumns(rows),
    mapping,
    preset: presets.jira,
    refused: [],
    warnings: [],
  });
  expect(uses.map(({ column, values, reason }) => [column, values, typeof reason]).slice(2)).toEqual([
    ['constructor', 1, 'string'],
    ['__proto__', 1, 'string'],
    ['toString', 1, 'string'],
  ]);
});
