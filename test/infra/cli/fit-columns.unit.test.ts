import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { lineWidth } from '../../../cli/core/fit-columns.ts';
import { renderTable } from '../../../cli/core/output.ts';

const ID = '019aa000-0000-7000-8000-000000000000';
const headings = ['story', 'title', 'status', 'assignee', 'url', 'id'];
const rows = [
  [
    'ENG-1',
    'Answer in the language of the reader',
    'In Progress',
    'Grace Hopper',
    'https://example.com/1',
    ID,
  ],
  ['ENG-2', '日本語のタイトルはとても長いので切られます', 'To Do', 'Ada', 'https://example.com/2', ID],
];

const terminal = (columns: number) =>
  Object.assign(new PassThrough(), { isTTY: true, columns }) as unknown as NodeJS.WriteStream;
const piped = new PassThrough() as unknown as NodeJS.WriteStream;
const plain = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');
const shownIn = (table: string) =>
  headings.filter((heading) => table.split('\n')[0]!.split(/ {2,}/).includes(heading));

test.each([200, 120, 100, 80, 60, 40, 20])('a table fits a terminal of %d columns', (columns) => {
  const lines = plain(renderTable(headings, rows, terminal(columns))).split('\n');
  const table = lines.filter((line) => !line.startsWith('Not shown'));
  expect(table).toHaveLength(3);
  for (const line of table) expect(lineWidth(line), line).toBeLessThanOrEqual(columns);
  expect(table[1]).toContain('ENG-1');
});

test('ids are left out first, then columns on the right, and the reader is told', () => {
  expect(shownIn(plain(renderTable(headings, rows, terminal(160))))).toEqual(headings);
  const fits = plain(renderTable(headings, rows, terminal(100)));
  expect(shownIn(fits)).toEqual(['story', 'title', 'status', 'assignee', 'url']);
  expect(fits).toContain('Not shown: id. --json has everything.');
  expect(fits).toContain('Answer in the language of the reader');
  expect(shownIn(plain(renderTable(headings, rows, terminal(60))))).toEqual([
    'story',
    'title',
    'status',
    'assignee',
  ]);
});

test('a column without any value is left out before a text is cut', () => {
  const empty = [['ENG-1', 'Sign in with a passkey', '-', '-']];
  const table = plain(renderTable(['story', 'title', 'due', 'claimed'], empty, terminal(33)));
  expect(table).toContain('Sign in with a passkey');
  expect(table).toContain('Not shown: due, claimed.');
});

test('a long word is cut rather than its column left out', () => {
  const audit = [
    ['2026-11-27 12:49:59', 'Max Member (api)', 'webhook_endpoint.updated', 'Deliveries to ERP'],
  ];
  const line = plain(renderTable(['when', 'who', 'what', 'target'], audit, terminal(60))).split('\n')[1];
  expect(line).toMatch(/^2026-11-27 12:49:59 +Max Member.* {2}webhook_endpoin\S*…$/);
});

test('texts are cut at a character, and marked; what a command takes is not', () => {
  const cut = plain(renderTable(headings, rows, terminal(54)));
  expect(cut).toMatch(/ENG-1 {2}Answer in the l\S*…/);
  expect(cut).toMatch(/日本語のタイ\S*…/);
  const ids = plain(
    renderTable(['id', 'name', 'scopes'], [[ID, 'A token with a long name indeed', 'all']], terminal(50)),
  );
  expect(ids).toContain(ID);
});

test('columns that are empty are left out before those that say something, and a slug is not cut', () => {
  const portals = [['Tidepool after dark', '-', '', 'published', 'tidepool-after-dark-and-more']];
  const shown = (columns: number) =>
    plain(renderTable(['title', 'scheduled', 'host', 'status', 'slug'], portals, terminal(columns)));
  expect(shown(62)).toContain('Not shown: scheduled, host.');
  expect(shown(62)).toContain('tidepool-after-dark-and-more');
  expect(shown(40)).toContain('Not shown: scheduled, host, slug.');
});

test('a piped table is whole', () => {
  const whole = renderTable(headings, rows, piped);
  expect(whole).toContain(ID);
  expect(whole).toContain('日本語のタイトルはとても長いので切られます');
  expect(whole).not.toContain('…');
});

test('a list is cut between its values, and the reader is told how many more there are', () => {
  const scopes = 'scopes stories:read, stories:write, comments:read, comments:write, labels:read';
  const cell = (text: string, columns: number) =>
    plain(renderTable(['changes'], [[text]], terminal(columns))).split('\n')[1];
  expect(cell(scopes, 60)).toBe('scopes stories:read, stories:write, comments:read and 2 more');
  expect(cell(scopes, 40)).toBe('scopes stories:read and 4 more');
  expect(cell(`${scopes} and 5 more`, 60)).toBe(
    'scopes stories:read, stories:write, comments:read and 7 more',
  );
  expect(cell(`${scopes}, expiresAt`, 100)).toBe(`${scopes}, expiresAt`);
  expect(cell(`token Laptop, ${scopes}`, 50)).toBe('token Laptop, scopes stories:read and 4 more');
  const changed = 'scopes stories:read, stories:write → stories:read, stories:write, comments:read';
  expect(cell(changed, 70)).toBe('scopes stories:read, stories:write → stories:read, stories:write, …');
  // There is no room for a value.
  expect(cell(scopes, 20)).toBe('scopes stories:read…');
  expect(cell('When it rains, it pours on all of us', 20)).toBe('When it rains, it p…');
});
