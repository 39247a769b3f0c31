import { expect, test } from 'vitest';
import type { Story } from '../../../shared/planning/story/story.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, runCli } from './cli.ts';
import { readImported } from './imported.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function setUp() {
  const workspace = await newWorkspace();
  const team = await workspace.team({ name: 'Engine Room', code: 'ENG' });
  const admin = await workspace.person('admin', [team]);
  const member = await workspace.person('member', [team]);
  const { email } = (await admin.client.get(`${workspace.path}/members/${member.id}`)).json.data;
  const env = { PLOTLINE_HOME: homeOf(sharedService()) };
  return {
    workspace,
    team,
    admin,
    member,
    email: email as string,
    run: async (token: string, args: readonly string[]): Promise<any> => {
      const all = ['import', ...args, '--map', 'team="ENG"', '--yes', '--json'];
      const { stdout, stderr } = await runCli(all, { ...env, PLOTLINE_TOKEN: token });
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
    stories: async (): Promise<Record<string, Story>> => {
      const { stories } = await readImported(admin.client, workspace.path);
      return Object.fromEntries(stories.map((story) => [story.title, story]));
    },
  };
}

test('stories that are imported keep their dates and reporters, so that throughput lies where it was', async () => {
  const { workspace, admin, member, email, run, stories } = await setUp();
  const rows = [
    {
      id: 1,
      title: 'Long done',
      state: 'closed',
      author: email,
      created_at: daysAgo(50),
      started_at: daysAgo(47),
      closed_at: daysAgo(45),
    },
    { id: 2, title: 'Done, but when', state: 'closed', created_at: daysAgo(40) },
    { id: 3, title: 'Open', state: 'open', created_at: daysAgo(30), author: 'a-handle' },
    { id: 4, title: 'Not begun', state: 'open', created_at: daysAgo(2), closed_at: daysAgo(1) },
    { id: 5, title: 'Ahead', state: 'open', created_at: daysAgo(-9) },
    { id: 6, title: 'Backwards', state: 'closed', created_at: daysAgo(20), closed_at: daysAgo(25) },
  ];
  const file = fileWith('issues.json', JSON.stringify(rows));
  const summary = await run(admin.token, [file]);
  expect(summary).toMatchObject({ created: 6, refused: 0 });
  expect(summary.notes).toEqual([
    expect.stringMatching(/marked as imported/),
    expect.stringMatching(/^Stories whose reporter is no member.* begin with who reported them: 1\.$/),
    expect.stringMatching(/^Stories without a reporter.*: 4\.$/),
    expect.stringMatching(/^Completion dates that are left out.*: 1\.$/),
    expect.stringMatching(/^Completed stories without a completion date.*: 1\.$/),
  ]);
  expect(summary.warnings.map(({ key, field }: any) => [key, field])).toEqual([
    ['3', 'reporter'],
    ['5', 'createdAt'],
    ['6', 'createdAt'],
  ]);
  const found = await stories();
  expect(found['Long done']).toMatchObject({
    createdAt: rows[0]!.created_at,
    completedAt: rows[0]!.closed_at,
    reporterId: member.id,
    importedAt: found['Long done']!.updatedAt,
  });
  expect(found['Done, but when']).toMatchObject({ createdAt: rows[1]!.created_at, completedAt: null });
  const backwards = { completedAt: rows[5]!.closed_at, createdAt: rows[5]!.closed_at };
  expect(found['Backwards']).toMatchObject(backwards);
  expect(found['Open']).toMatchObject({
    reporterId: admin.id,
    description: '**Reported by a-handle**',
    createdAt: rows[2]!.created_at,
  });
  const { data } = (await admin.client.get(`${workspace.path}/analysis`)).json;
  expect(data.completed.stories).toBe(2);
  expect(data.cycleTime).toMatchObject({ known: 1, p50Days: 2 });
  expect(await run(admin.token, [file])).toMatchObject({ created: 0, present: 6 });
});

test('an import without an admin leaves the history out, and the report says so', async () => {
  const { member, run, stories } = await setUp();
  const rows = [{ id: 1, title: 'Old', created_at: daysAgo(9) }];
  const summary = await run(member.token, [fileWith('issues.json', JSON.stringify(rows))]);
  expect(summary).toMatchObject({ created: 1, notes: [expect.stringMatching(/only an admin's token/)] });
  expect((await stories())['Old']).toMatchObject({ importedAt: null, reporterId: member.id });
});

test('people who are not members leave stories unassigned, unless a file says who they are', async () => {
  const { admin, member, email, run, stories } = await setUp();
  const rows = [
    { id: 1, title: 'A', assignee: 'octocat' },
    { id: 2, title: 'B', assignee: 'Bot' },
    { id: 3, title: 'C', assignee: 'octocat' },
  ];
  const file = fileWith('issues.json', JSON.stringify(rows));
  const summary = await run(admin.token, [file]);
  expect(summary).toMatchObject({ created: 3, refused: 0, unassigned: 3 });
  expect(summary.warnings[0]).toMatchObject({ code: 'unassigned', field: 'assignee', value: 'octocat' });
  expect(summary.warnings[0].reason).toMatch(/not a member.*--create people.*--people-map/);
  expect(await run(admin.token, [file, '--strict', '--name', 'strict'])).toMatchObject({ refused: 3 });

  const maps = [
    fileWith('people.csv', `OctoCat,${email}\nbot,\n`),
    fileWith('people.json', JSON.stringify({ octocat: email, bot: null })),
  ];
  for (const [position, map] of maps.entries()) {
    const named = rows.map((row) => ({ ...row, title: `${row.title} ${position}` }));
    const args = [fileWith(`${position}.json`, JSON.stringify(named)), '--people-map', map];
    expect(await run(admin.token, args)).toMatchObject({ created: 3, unassigned: 0, warnings: [] });
    const found = await stories();
    const [a, b] = [found[`A ${position}`], found[`B ${position}`]];
    expect([a?.assigneeId, b?.assigneeId]).toEqual([member.id, null]);
  }
  await expect(run(admin.token, [file, '--people-map', fileWith('people.json', '[]')])).rejects.toThrow(
    /people\.json must be a JSON object/,
  );
});

test('--create people adds people without an address too, once, as reporters and assignees', async () => {
  const { workspace, admin, run, stories } = await setUp();
  const rows = [
    { id: 1, title: 'A', assignee: 'octocat', author: 'hubber' },
    { id: 2, title: 'B', assignee: 'hubber', author: 'octocat' },
  ];
  const args = [fileWith('issues.json', JSON.stringify(rows)), '--create', 'people'];
  const both = await Promise.all([run(admin.token, args), run(admin.token, args)]);
  expect(both).toMatchObject([
    { refused: 0, unassigned: 0, warnings: [] },
    { refused: 0, unassigned: 0, warnings: [] },
  ]);
  const { data } = (await admin.client.get(`${workspace.path}/members`)).json;
  const made = data.filter(({ email }: { email: string | null }) => email === null);
  expect(made.map(({ name }: { name: string }) => name).sort()).toEqual(['hubber', 'octocat']);
  const nameOf = (id: string | null | undefined) => made.find((one: { id: string }) => one.id === id)?.name;
  const { A, B } = await stories();
  expect([A, B].map((story) => [nameOf(story?.assigneeId), nameOf(story?.reporterId)])).toEqual([
    ['octocat', 'hubber'],
    ['hubber', 'octocat'],
  ]);
});

test('an unknown reporter stays in the description as long as the story is that of who imported it', async () => {
  const { admin, member, email, run, stories } = await setUp();
  const external = ['--source', 'forge', '--source-url', 'https://example.com/{id}'];
  const file = (author: string, body: string) =>
    fileWith('issues.json', JSON.stringify([{ id: 1, title: 'Crash', author, body }]));
  await run(admin.token, [file('Zoë *X*', 'It stops.'), ...external]);
  const text = '**Reported by Zoë X**\n\nIt stops.';
  expect((await stories())['Crash']).toMatchObject({ reporterId: admin.id, description: text });
  expect(await run(admin.token, [file('Zoë *X*', 'It stops.'), ...external, '--update'])).toMatchObject({
    updated: 0,
    present: 1,
  });
  const people = fileWith('people.csv', `Zoë *X*,${email}\n`);
  const again = [file('Zoë *X*', 'It halts.'), ...external, '--update', '--people-map', people];
  expect(await run(admin.token, again)).toMatchObject({ updated: 1 });
  expect((await stories())['Crash']?.description).toBe('**Reported by Zoë X**\n\nIt halts.');
  const other = fileWith(
    'more.json',
    JSON.stringify([{ id: 2, title: 'Own', author: 'Zoë *X*', body: 'So.' }]),
  );
  await run(admin.token, [other, ...external, '--people-map', people]);
  expect((await stories())['Own']).toMatchObject({ reporterId: member.id, description: 'So.' });
  const third = fileWith(
    'third.json',
    JSON.stringify([{ id: 3, title: 'Of a member', author: 'Zoë', body: 'So.' }]),
  );
  const { notes } = await run(member.token, [third]);
  expect(notes).toContain(
    'Stories that are yours, though their descriptions begin with who reported them: 1.',
  );
  expect((await stories())['Of a member']?.description).toBe('**Reported by Zoë**\n\nSo.');
});
