import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { toCsv } from '../../../cli/core/csv.ts';
import { csvHeading, csvLine } from '../../../shared/kernel/core/csv.ts';
import { temporaryFolder } from './cli.ts';

/** Commas, quotation marks, UTF-8, and the table begins in the first line. */
const AS_CSV = 'CSV:44,34,76,1';

/** Opens a table in LibreOffice without a window, and returns what each of its cells is there. */
function cellsInLibreOffice(csv: string): { text: string; isFormula: boolean }[] {
  const folder = temporaryFolder();
  const file = join(folder, 'table.csv');
  writeFileSync(file, csv);
  execFileSync(process.env['PLOTLINE_OFFICE']!, [
    '--headless',
    // A profile of its own: another LibreOffice may be open.
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    `--infilter=${AS_CSV}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    file,
  ]);
  const [, sheet = ''] = /<table:table (.*)<\/table:table>/s.exec(
    readFileSync(join(folder, 'table.fods'), 'utf8'),
  )!;
  return [...sheet.matchAll(/<table:table-cell([^>]*)>(.*?)<\/table:table-cell>/gs)].map(
    ([, attributes = '', content = '']) => ({
      text: content
        .replace(/<\/text:p>\s*<text:p>/g, '\n')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&apos;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .trim(),
      isFormula: attributes.includes('table:formula'),
    }),
  );
}

const texts = [
  'Größe',
  '日本',
  'a "b", c\nd',
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(1)',
  '=HYPERLINK("http://a.test")',
];
const inert = texts.map((text) => ({
  text: /^[=+\-@]/.test(text) ? `'${text}` : text,
  isFormula: false,
}));

test('LibreOffice takes a text for a formula where a table does not prevent it', () => {
  const cells = cellsInLibreOffice('\uFEFFa\r\n=1+1\r\n');
  expect(cells).toEqual([
    { text: 'a', isFormula: false },
    { text: '2', isFormula: true },
  ]);
});

test.each([
  [
    'the command line',
    toCsv(
      texts.map((text) => ({ text })),
      { größe: ({ text }) => text },
    ),
  ],
  ['an export', csvHeading(['größe']) + texts.map((text) => csvLine([text])).join('')],
])('a table of %s has its texts in LibreOffice, and no formulas', (_, csv) => {
  expect(cellsInLibreOffice(csv)).toEqual([{ text: 'größe', isFormula: false }, ...inert]);
});
