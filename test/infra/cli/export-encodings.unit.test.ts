import { parse } from 'csv-parse/sync';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { presets, type PresetName } from '../../../cli/import/presets/presets.ts';
import { readRows } from '../../../cli/import/read-rows.ts';
import { asanaCsv, asanaJson } from './exports/asana.ts';
import { githubIssues, githubProject, githubView } from './exports/github.ts';
import { csv, items, type Row } from './exports/items.ts';
import { jiraCsv, jiraSearch } from './exports/jira.ts';
import { linearCsv } from './exports/linear.ts';
import { planeCsv } from './exports/plane.ts';
import { shortcutCsv } from './exports/shortcut.ts';
import { trelloBoard } from './exports/trello.ts';

const exported: [from: PresetName, name: string, text: string][] = [
  ['jira', 'jira.csv', jiraCsv()],
  ['jira', 'search.json', jiraSearch()],
  ['linear', 'linear.csv', linearCsv()],
  ['github', 'issues.json', githubIssues()],
  ['github', 'items.json', githubProject()],
  ['github', 'view.tsv', githubView()],
  ['trello', 'board.json', trelloBoard()],
  ['asana', 'asana.csv', asanaCsv()],
  ['asana', 'asana.json', asanaJson()],
  ['shortcut', 'shortcut.csv', shortcutCsv()],
  ['plane', 'plane.csv', planeCsv()],
];

/** The rows of an export, as the preset of its tool reads them from a file of these bytes. */
function rowsOf(from: PresetName, name: string, bytes: Uint8Array | string) {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), bytes);
  return readRows(join(folder, name), { preset: presets[from] });
}

test.each(exported)('the rows of %s in %s are the same in every encoding', (from, name, text) => {
  const { rows } = rowsOf(from, name, text);
  expect(rows.length).toBeGreaterThanOrEqual(items.length);
  const unicode = [
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    Buffer.from(text, 'utf16le'),
  ];
  for (const bytes of unicode) expect(rowsOf(from, name, bytes).rows).toEqual(rows);
  // Latin-1 has neither emoji nor Japanese.
  const western = text.replace(/[^\n\r\t\u0020-\u007e\u00a0-\u00ff]/gu, '?');
  const latin = rowsOf(from, name, Buffer.from(western, 'latin1'));
  expect(latin.notes.some((note) => note.endsWith('is read as Windows-1252 (Latin-1).'))).toBe(true);
  expect(latin.rows).toEqual(rowsOf(from, name, western).rows);
});

test.each(exported.filter(([, name]) => name.endsWith('.csv')))(
  'the rows of %s in %s are the same with semicolons, with tabs, and with a blank line',
  (from, name, text) => {
    const records: Row[] = parse(text, { columns: true, group_columns_by_name: true });
    const { rows } = rowsOf(from, name, text);
    for (const delimiter of [';', '\t'])
      expect(rowsOf(from, name, csv(records, delimiter)).rows).toEqual(rows);
    expect(rowsOf(from, name, text.replaceAll('\r\n', '\n').replace('\n', '\n\n')).rows).toEqual(rows);
  },
);
