import { expect, test } from 'vitest';
import { readRows } from '../../../cli/import/read-rows.ts';
import { temporaryFile } from './entries-of.ts';

const read = (name: string, content: unknown) => {
  const { rows, notes } = readRows(temporaryFile(name, content), {});
  return { rows: rows.map(({ values }) => values), notes };
};

test.each([
  [
    'rows that end early',
    'Key,Title,State\n1,One\n2,Two,Done\n',
    [
      { Key: '1', Title: 'One', State: '' },
      { Key: '2', Title: 'Two', State: 'Done' },
    ],
  ],
  [
    'a line that says the separator',
    'sep=;\r\nKey;Title\r\n1;One, two\r\n',
    [{ Key: '1', Title: 'One, two' }],
  ],
  ['a separator that no heading shows', '"sep=|"\nKey|Title\n1|One\n', [{ Key: '1', Title: 'One' }]],
  [
    'rows of separators, also before the headings',
    ';;\nKey;Title;\n1;One;\n;;\n ; ;\n',
    [{ Key: '1', Title: 'One' }],
  ],
  [
    'blanks and breaks in headings',
    ' Key ,"Story\n title",\u00a0State\n1,One,Done\n',
    [{ Key: '1', 'Story title': 'One', State: 'Done' }],
  ],
  [
    'a value without a heading',
    'Key,Title,\n1,One,More\n2,Two,\n',
    [
      { Key: '1', Title: 'One', 'Column 3': 'More' },
      { Key: '2', Title: 'Two' },
    ],
  ],
  [
    'separators of another kind in quoted headings',
    '"Key, long, indeed";Title\n1;One\n',
    [{ 'Key, long, indeed': '1', Title: 'One' }],
  ],
])('a file with %s is read', (_, text, rows) => {
  expect(read('rows.csv', text)).toEqual({ rows, notes: [] });
});

test('quotation marks that are neither doubled nor around a cell are text, and the preview says where', () => {
  const tsv = read('view.tsv', 'Title\tState\nSay "hello" now\tTodo\n"Quick" fix\tDone\n"Open\tDone\n');
  expect(tsv.rows.map((row) => row['Title'])).toEqual(['Say "hello" now', '"Quick" fix', '"Open']);
  expect(tsv.notes).toEqual([
    expect.stringMatching(/^Quotation marks within cells are read as text, first in line 2/),
  ]);
  const csv = read('rows.csv', 'Title,State\n"One, ""two""",Todo\n"Quick" fix,Done\n3" pipe,Done\n');
  expect(csv.rows.map((row) => row['Title'])).toEqual(['One, "two"', '"Quick" fix', '3" pipe']);
});

test('cells beyond the headings are left out, and the preview says how many rows have them', () => {
  const { rows, notes } = read('rows.csv', 'Key,Title\n1,One\n2,Two,more\n3,Three,,\n');
  expect(rows).toHaveLength(3);
  expect(notes).toEqual([
    'Rows with more cells than there are headings, of which the last are left out: 1, first in line 3.',
  ]);
});

test('rows that a spreadsheet has saved as one cell each are read as they were before', () => {
  const saved = [
    'Key,Title,Text,State;;',
    '"1,One,""two, three; four"",Done";',
    '"2,Two,""a";',
    '"line"",Todo";;',
  ];
  const { rows, notes } = read('rows.csv', saved.join('\r\n'));
  expect(rows).toEqual([
    { Key: '1', Title: 'One', Text: 'two, three; four', State: 'Done' },
    { Key: '2', Title: 'Two', Text: 'a\nline', State: 'Todo' },
  ]);
  expect(notes).toEqual([expect.stringMatching(/took each row for one cell/)]);
});
