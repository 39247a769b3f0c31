import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRows } from '../../../cli/import/read-rows.ts';

function valuesOf(text: string | Buffer, name = 'stories.csv'): object[] {
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

const latin = 'title,text,größe\n"Straße, ""schön""","one\ntwo; three\tfour",ñ\nZwei,,é\n';

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(latin)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${latin}`)],
  ['UTF-16 of Windows with its mark', Buffer.from(`\uFEFF${latin}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(latin, 'utf16le')],
  ['UTF-16 in the other order', Buffer.from(`\uFEFF${latin}`, 'utf16le').swap16()],
  ['Latin-1', Buffer.from(latin, 'latin1')],
])('a file in %s is read as it is', (_, bytes) => {
  expect(valuesOf(bytes)).toEqual([
    { title: 'Straße, "schön"', text: 'one\ntwo; three\tfour', größe: 'ñ' },
    { title: 'Zwei', text: '', größe: 'é' },
  ]);
});

test('text in UTF-16 without Latin letters is known by its mark', () => {
  const text = '\uFEFF名前,説明\n山田太郎,急ぎの仕事\n鈴木花子,別の仕事\n';
  for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
    expect(valuesOf(bytes)[0]).toEqual({ 名前: '山田太郎', 説明: '急ぎの仕事' });
  }
});

test.each([';', '\t'])('columns are separated by %j too', (delimiter) => {
  const text = `title${delimiter}text\n"a${delimiter}b"${delimiter}"c, d"\n`;
  expect(valuesOf(text)).toEqual([{ title: `a${delimiter}b`, text: 'c, d' }]);
});
