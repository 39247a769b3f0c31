import { expect, test } from 'vitest';
import { readEntries } from '../../../cli/import/read-entries.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { presets } from '../../../cli/import/presets/presets.ts';
import type { Preset } from '../../../cli/import/presets/preset.ts';
import { readRows, workbookOf } from '../../../cli/import/read-rows.ts';
import { temporaryFile } from './entries-of.ts';
import { workbook } from './workbook.ts';

const read = async (content: Buffer | string, preset?: Preset) => {
  const file = temporaryFile('rows.xlsx', content);
  return readRows(file, { preset, workbook: await workbookOf(file) });
};

/** 2026-10-02, and six hours later, as days since 1900. */
const DAY = 46_297;

test('the first sheet of a workbook is read with its days, times and numbers, and the preview names the others', async () => {
  const { rows, notes } = await read(
    workbook({
      Empty: [],
      Work: [
        ['Key', ' Title ', 'Due', 'Started', 'Points', ''],
        ['A-1', 'One', { day: DAY }, { day: DAY + 0.25 }, 3, ''],
        ['', '', '', '', '', ''],
        ['A-2', 'Two, three', '', '', 1.5, 'More'],
      ],
      Lists: [['a'], ['b']],
    }),
  );
  expect(rows.map(({ values }) => values)).toEqual([
    { Key: 'A-1', Title: 'One', Due: '2026-10-02', Started: '2026-10-02T06:00:00', Points: '3' },
    { Key: 'A-2', Title: 'Two, three', Due: '', Started: '', Points: '1.5', 'Column 6': 'More' },
  ]);
  expect(notes).toEqual(['Sheets that are not read: Lists (2 rows).']);
});

test('a file that is no workbook is refused in words that say so', async () => {
  await expect(read('Key,Title\n1,One\n')).rejects.toThrow(/^rows\.xlsx is not a workbook of Excel/);
});

const board = [
  ['Shop'],
  ['All that we sell'],
  ['This month'],
  [
    'Task',
    'Subitems',
    'Owner',
    'Status',
    'Due date',
    'Timeline - Start',
    'Timeline - End',
    'Item ID (auto generated)',
  ],
  ['Pay by card', 'Draw, Build', 'Ada Löwe, Bob', 'Working on it', { day: DAY }, '', '', '901'],
  ['Subitems', 'Name', 'Owner', 'Status', 'Date', 'Item ID (auto generated)'],
  ['', 'Draw', 'Bob', 'Done', '', '902'],
  ['', 'Build', '', 'Stuck', '', '903'],
  ['Refund', '', '', 'Done', '', '2026-09-01', '2026-09-04', '904'],
  ['', '', '', '', '', '', '2', ''],
  ['Later'],
  [
    'Task',
    'Subitems',
    'Owner',
    'Status',
    'Due date',
    'Timeline - Start',
    'Timeline - End',
    'Item ID (auto generated)',
  ],
  ['Gift cards', '', '', '', '', '', '', '905'],
];

const expected = [
  {
    key: '901',
    title: 'Pay by card',
    status: 'Working on it',
    assignee: 'Ada Löwe',
    endDate: '2026-10-02T00:00:00.000Z',
  },
  { key: '902', title: 'Draw', status: 'Done', assignee: 'Bob', parent: '901' },
  { key: '903', title: 'Build', status: 'Stuck', parent: '901' },
  {
    key: '904',
    title: 'Refund',
    status: 'Done',
    startDate: '2026-09-01T00:00:00.000Z',
    endDate: '2026-09-04T00:00:00.000Z',
  },
  { key: '905', title: 'Gift cards', status: 'Later' },
];

const entries = ({ rows }: Pick<Awaited<ReturnType<typeof read>>, 'rows'>) =>
  readEntries(rows, createMapping(rows, [], { preset: presets.monday }), {
    external: { url: 'https://acme.monday.com/boards/1/pulses/{id}' },
  });

test('a board of monday.com has its groups, items and subitems, without titles and sums', async () => {
  const found = entries(await read(workbook({ board }), presets.monday));
  expect(found).toMatchObject(expected);
  expect(found.map(({ team }) => team)).toEqual(Array(5).fill('Shop'));
});

test('a board of monday.com that a spreadsheet has saved as CSV is read like the workbook', () => {
  const rows = board.map((row) => row.map((cell) => (typeof cell === 'object' ? '2026-10-02' : cell)));
  const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n');
  const file = temporaryFile('board.csv', csv);
  expect(entries(readRows(file, { preset: presets.monday }))).toMatchObject(expected);
});
