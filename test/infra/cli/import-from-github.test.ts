import { expect, test } from 'vitest';
import { fileWith } from './cli.ts';
import { githubIssues } from './exports/github.ts';
import { items, people } from './exports/items.ts';
import { emptyWorkspace, peopleMap, readLanded, wholeOf, type Landed } from './exports/landed.ts';

/** GitHub knows no priority, points, dates, sprints, files and checklists, and calls people by their logins. */
const expected = items.map((item): Landed => ({
  ...wholeOf({ ...item, priority: 'none', points: null, checklist: [], links: [], severity: null }, String),
  team: 'engine',
  url: `https://github.com/acme/engine/issues/${item.n}`,
  status: item.status === 'Cancelled' ? 'Cancelled' : item.status,
  start: null,
  due: null,
  sprint: null,
  comments: item.comments
    .map(
      ({ by, at, text }) => `**${people[by].login}, ${at.slice(0, 10)} ${at.slice(11, 16)} UTC**\n\n${text}`,
    )
    .sort(),
}));

test('issues of GitHub land with every field, comment and relation, once; what cannot is refused by name', async () => {
  const target = await emptyWorkspace();
  const file = fileWith('issues.json', githubIssues());
  const args = [file, '--from', 'github', '--people-map', peopleMap(({ login }) => login)];
  const create = ['--create', 'teams,statuses,labels,objectives'];
  const first = await target.run([...args, ...create]);
  expect(first).toMatchObject({ rows: items.length + 2, created: items.length, refused: 2 });
  expect(first.refusals.map(({ row, reason }: any) => [row, reason])).toEqual([
    [43, expect.stringMatching(/title must/)],
    [44, expect.stringMatching(/its key acme\/engine#2 is also that of row 2/)],
  ]);
  const landed = await readLanded(target);
  expect(landed).toEqual(expected);
  const again = await target.run([...args, ...create, '--name', 'another', '--update']);
  expect(again).toMatchObject({ created: 0, updated: 0, present: items.length, made: [] });
  expect(await readLanded(target)).toEqual(landed);
  expect(first.columns.filter(({ becomes }: any) => becomes.length === 0)).toEqual([]);
});
