import { expect, test } from 'vitest';
import type { Story } from '../../../shared/planning/story/story.ts';
import { fileWith } from './cli.ts';
import { emptyWorkspace } from './exports/landed.ts';

async function setUp() {
  const target = await emptyWorkspace();
  return {
    ...target,
    /** Imports issues of Jira with these keys, of which each names PAY-8, and returns the references of their stories. */
    references: async (...keys: string[]): Promise<Record<string, string>> => {
      const rows = keys.map((key) => `${key},${key},Payments,See PAY-8`);
      const file = fileWith('jira.csv', ['Issue key,Summary,Project name,Description', ...rows].join('\n'));
      const at = ['--source-url', 'https://acme.atlassian.net/browse/{id}'];
      const { references } = await target.run([file, '--from', 'jira', ...at, '--create', 'teams']);
      return Object.fromEntries(references.map(({ key, reference }: any) => [key, reference]));
    },
  };
}

test('PAY-2 stays PAY-2 in a team that the import makes, also if it comes later; a higher one gets the next number', async () => {
  const { references } = await setUp();
  expect(await references('PAY-5', 'PAY-2')).toEqual({ 'PAY-5': 'PAY-5', 'PAY-2': 'PAY-2' });
  expect(await references('PAY-9', 'PAY-5', 'PAY-3', 'PAY-2')).toEqual({
    'PAY-9': 'PAY-6',
    'PAY-5': 'PAY-5',
    'PAY-3': 'PAY-3',
    'PAY-2': 'PAY-2',
  });
});

test('in a team that was there, stories get its next numbers, and texts name them', async () => {
  const { workspace, admin, references, list } = await setUp();
  await admin.client.post(`${workspace.path}/teams`, { name: 'Payments', code: 'PAY' });
  expect(await references('PAY-7', 'PAY-8')).toEqual({ 'PAY-7': 'PAY-1', 'PAY-8': 'PAY-2' });
  const stories = await list<Story>('stories');
  expect(stories.map(({ description }) => description)).toEqual(['See PAY-2', 'See PAY-2']);
});

test('keys of several projects in one team, and those that no reference can be, are numbered in the order of the file', async () => {
  const { references } = await setUp();
  expect(await references('PAY-7', 'OPS-3')).toEqual({ 'PAY-7': 'PAY-1', 'OPS-3': 'PAY-2' });
  const other = await setUp();
  expect(await other.references('PAYMENTS_EU-7')).toEqual({ 'PAYMENTS_EU-7': 'PAY-1' });
});

test('keys with a code of nine or ten letters stay as they are', async () => {
  const { references } = await setUp();
  expect(await references('CARNICORES-7', 'CARNICORES-2')).toEqual({
    'CARNICORES-7': 'CARNICORES-7',
    'CARNICORES-2': 'CARNICORES-2',
  });
});

test('keys with a longer code keep their numbers, in a team whose code has the first ten letters', async () => {
  const { references } = await setUp();
  expect(await references('CARNICORESTU-7')).toEqual({ 'CARNICORESTU-7': 'CARNICORES-7' });
});
