import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRows } from '../../../cli/import/read-rows.ts';

function valuesOf(text: string, name = 'stories.csv'): object[] {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return readRows(file, {}).rows.map(({ values }) => values);
}

test('empty lines of CSV and JSON Lines are no rows', () => {
  expect(valuesOf('title,team\n\nOne,ENG\n\n\nTwo,ENG\n\n')).toEqual([
    { title: 'One', team: 'ENG' },
    { title: 'Two', team: 'ENG' },
  ]);
  expect(valuesOf('{"title":"One"}\n\n{"title":"Two"}\n', 'stories.jsonl')).toEqual([
    { title: 'One' },
    { title: 'Two' },
  ]);
});

test('columns of the same name become one list', () => {
  expect(valuesOf('title,label,label\nOne,a,b\n')).toEqual([{ title: 'One', label: ['a', 'b'] }]);
});
