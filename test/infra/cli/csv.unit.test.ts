import { expect, test } from 'vitest';
import { decode } from '../../../cli/import/encoding.ts';
import { toCsv } from '../../../cli/core/csv.ts';

test('cells are quoted where they need it, and no text becomes a formula', () => {
  const rows = [
    { a: 'plain', b: 1 },
    { a: 'a "b", c\nd', b: -1 },
    { a: '=HYPERLINK("x")', b: 0 },
    { a: '＝1+1', b: 0 },
  ];
  const csv = toCsv(rows, { a: ({ a }) => a, b: ({ b }) => b });
  expect(csv).toBe(
    ['\uFEFFa,b', 'plain,1', '"a ""b"", c\nd",-1', `"'=HYPERLINK(""x"")",0`, "'＝1+1,0", ''].join('\r\n'),
  );
});

test('a table begins with a byte order mark, by which spreadsheets know its encoding, and is read again without it', () => {
  const bytes = Buffer.from(toCsv([{ a: 'Größe' }], { größe: ({ a }) => a }));
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(decode(bytes).text()).toBe('größe\r\nGröße\r\n');
});
