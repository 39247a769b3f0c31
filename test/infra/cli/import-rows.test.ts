import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Label } from '../../../shared/planning/labels/label.ts';
import type { Member } from '../../../shared/identity/members/member.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace, type Person } from '../../support/workspace.ts';
import { fileWith, homeOf, runAlone, runCli, runJson, temporaryFolder } from './cli.ts';
import { listAll, readImported } from './imported.ts';

async function setUp(role: 'admin' | 'member' = 'admin') {
  const workspace = await newWorkspace();
  const team = await workspace.team({ name: 'Engine Room', code: 'ENG' });
  const person = await workspace.person(role, [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: person.token };
  return {
    workspace,
    team,
    person,
    env,
    imported: () => readImported(person.client, workspace.path),
    titles: async () =>
      (await readImported(person.client, workspace.path)).stories.map(({ title }) => title).sort(),
    /** A plan or summary, whatever the exit code. */
    run: async (args: readonly string[], by = runCli): Promise<any> => {
      const { stdout, stderr } = await by(['import', ...args, '--yes', '--json'], env);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

const jsonl = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const csv = `\uFEFFIssue key;Summary;Project;State;Assignee;Tags;Due date;Story points;Priority;Details
A-1;"Semicolons; and ""quotes""";eng;doing;new@example.com;"Bug, Old";2026-12-01;3;p1;"Two
lines"
A-2;No frills;Engine Room;;;;;;;
`;

test('CSV is imported: columns are guessed, people and labels made, every field arrives', async () => {
  const { run, imported, person, workspace, team } = await setUp();
  const file = fileWith('issues.csv', csv);
  const plan = await run([file, '--dry-run']);
  expect(plan.mapping.map(({ field }: { field: string }) => field)).toEqual([
    'key',
    'title',
    'description',
    'team',
    'status',
    'assignee',
    'labels',
    'priority',
    'estimateValue',
    'endDate',
  ]);
  expect(plan.refusals).toEqual([]);
  expect(plan.warnings).toMatchObject([
    {
      code: 'unassigned',
      value: 'new@example.com',
      reason: expect.stringMatching(/not a member.*--create people/),
    },
    { code: 'dropped', value: 'Bug', reason: expect.stringMatching(/no existing label.*--create labels/) },
    { code: 'dropped', value: 'Old' },
  ]);

  const summary = await run([file, '--create', 'people,labels']);
  expect(summary).toMatchObject({ created: 2, refused: 0 });
  const { stories, statuses } = await imported();
  const members = await listAll<Member>(person.client, `${workspace.path}/members`);
  const labels = await listAll<Label>(person.client, `${workspace.path}/labels`);
  const story = stories.find(({ title }) => title === 'Semicolons; and "quotes"');
  expect(story).toMatchObject({
    teamId: team.id,
    description: 'Two\nlines',
    priority: 'high',
    estimateValue: 3,
    statusId: statuses.find(({ name }) => name === 'In Progress')!.id,
    assigneeId: members.find(({ email }) => email === 'new@example.com')!.id,
    endDate: '2026-12-01T00:00:00.000Z',
  });
  expect(story!.labels.map((id) => labels.find((label) => label.id === id)?.name)).toEqual(['Bug', 'Old']);
  expect(await run([file, '--create', 'people,labels'])).toMatchObject({ created: 0, present: 2, made: [] });
});

test('a file that gains rows adds those; a changed row is named and not duplicated', async () => {
  const { run, titles } = await setUp();
  const args = ['--map', 'team="ENG"', '--name', 'backlog'];
  const first = { id: 1, title: 'One' };
  const second = { id: 2, title: 'Two', parent: 1 };
  expect(await run([fileWith('a.jsonl', jsonl(first, second)), ...args])).toMatchObject({ created: 2 });

  const changed = { ...second, title: 'Two, changed' };
  const grown = fileWith(
    'b.jsonl',
    jsonl({ id: 3, title: 'Three', parent: 2 }, changed, first, { id: 4, title: 'Four' }),
  );
  const report = join(temporaryFolder(), 'refused.jsonl');
  const summary = await run([grown, ...args, '--report', report]);
  expect(summary).toMatchObject({ created: 1, present: 1, refused: 2 });
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { kind: string });
  expect(parsed.filter(({ kind }) => kind !== 'column')).toMatchObject([
    { kind: 'import', changeSetId: summary.changeSetId },
    { kind: 'story', row: 3, key: '1' },
    { kind: 'story', row: 4, key: '4' },
    { kind: 'refused', row: 1, key: '3', code: 'parent_missing' },
    { kind: 'refused', row: 2, key: '2', code: 'idempotency_key_reused' },
  ]);
  expect(summary.refusals[1].reason).toMatch(/changed since it was imported.*--name/);
  expect(await titles()).toEqual(['Four', 'One', 'Two']);
});

test('rows without keys are distinguished by their content, and equal ones count', async () => {
  const { run, titles } = await setUp();
  const rows = [{ title: 'Same' }, { title: 'Other' }, { title: 'Same' }];
  const args = ['--map', 'team="ENG"', '--name', 'plain'];
  expect(await run([fileWith('a.json', JSON.stringify({ meta: 1, rows })), ...args])).toMatchObject({
    created: 3,
  });
  const reordered = [{ title: 'Same' }, { title: 'Same' }, { title: 'New' }, { title: 'Other' }];
  expect(await run([fileWith('b.json', JSON.stringify(reordered)), ...args])).toMatchObject({
    created: 1,
    present: 3,
  });
  expect(await titles()).toEqual(['New', 'Other', 'Same', 'Same']);
});

test('circles are opened, missing parents left out, and both are reported', async () => {
  const { run, imported } = await setUp();
  const rows = [
    { id: 1, title: 'A', parent: 3 },
    { id: 2, title: 'B', parent: 1 },
    { id: 3, title: 'C', parent: 2 },
    { id: 4, title: 'D', parent: 4 },
    { id: 5, title: 'E', parent: 99 },
    { id: 6, title: 'F', parent: 3 },
  ];
  const args = ['--map', 'team="ENG"', '--name', 'circles'];
  const summary = await run([fileWith('a.json', JSON.stringify(rows)), ...args]);
  expect(summary).toMatchObject({ created: 6, refused: 0 });
  expect(summary.warnings).toMatchObject([
    { key: '5', reason: 'its parent 99 is not in the file and was left out' },
    { key: '3', reason: expect.stringMatching(/cycle/) },
    { key: '4', reason: expect.stringMatching(/cycle/) },
  ]);
  const { stories } = await imported();
  const title = (id: string | null) => stories.find((story) => story.id === id)?.title ?? null;
  const parents = Object.fromEntries(stories.map((story) => [story.title, title(story.parentId)]));
  expect(parents).toEqual({ A: 'C', B: 'A', C: null, D: null, E: null, F: 'C' });
  const reversed = fileWith('b.json', JSON.stringify(rows.reverse()));
  expect(await run([reversed, ...args])).toMatchObject({ created: 0, present: 6, refused: 0 });
});

test('rows that cannot become stories are refused with the reason, their children with them', async () => {
  const { run, titles } = await setUp();
  const rows = [
    { id: 1, title: ' ', team: 'ENG' },
    { id: 2, title: 'No such team', team: 'Nowhere' },
    { id: 3, title: 'No such status', team: 'ENG', status: 'Schrödinger' },
    { id: 4, title: 'Bad date', team: 'ENG', start: '2026-02-31' },
    { id: 5, title: 'Ends first', team: 'ENG', start: '2026-02-02', end: '2026-02-01' },
    { id: 6, title: 'Odd estimate', team: 'ENG', points: 4 },
    { id: 7, title: 'x'.repeat(501), team: 'ENG' },
    { id: 8, title: 'Child of one refused', team: 'ENG', parent: 2 },
    { id: 8, title: 'Same key', team: 'ENG' },
    { id: 9, title: 'Good', team: 'ENG' },
  ];
  const file = fileWith('a.json', JSON.stringify(rows));
  const { refusals, refused, created } = await run([file, '--map', 'key=id', '--strict']);
  expect([refused, created]).toEqual([9, 1]);
  expect(refusals.map(({ reason }: { reason: string }) => reason)).toEqual([
    'title must not be empty or blank',
    expect.stringMatching(/no team "Nowhere".*--create teams/),
    expect.stringMatching(/status is "Schrödinger", which matches no status of ENG.*--status-map/),
    'startDate is "2026-02-31", which is not a date such as 2026-11-20',
    'endDate must not be before startDate',
    'estimateValue must be one of 0, 0.5, 1, 2, 3, 5, 8, 13, 21 in this team',
    'title must be at most 500 characters',
    'its parent 2 is refused',
    'its key 8 is also that of row 8',
  ]);
  expect(await titles()).toEqual(['Good']);
});

test('a public team of that name is joined, and codes of new ones are free', async () => {
  const { run, workspace, imported } = await setUp();
  await workspace.team({ name: 'Design', code: 'DES' });
  const rows = [
    { title: 'A', team: 'design' },
    { title: 'B', team: 'Design Systems' },
    { title: 'C', team: 'Desk' },
    { title: 'D', team: 'Örtliche Größen' },
    { title: 'E', team: '東京' },
  ];
  const summary = await run([fileWith('a.json', JSON.stringify(rows)), '--create', 'teams']);
  expect(summary).toMatchObject({ created: 5, refused: 0 });
  const { teams } = await imported();
  expect(teams.map(({ code }) => code).sort()).toEqual(['DES', 'DESK', 'DS', 'ENG', 'OG', 'TEAM']);
});

test('two concurrent imports of one file make everything once, labels and people too', async () => {
  const { run, workspace, person, imported } = await setUp();
  const rows = Array.from({ length: 60 }, (_, id) => ({
    id,
    title: `Row ${id}`,
    team: ['Alpha', 'Beta', 'A'][id % 3],
    parent: id > 3 ? id - 3 : undefined,
    labels: [`label ${id % 4}`],
    assignee: `p${id % 2}@${workspace.slug}.example`,
  }));
  const args = [
    fileWith('a.json', JSON.stringify(rows)),
    '--create',
    'teams,labels,people',
    '--map',
    'key=id',
  ];
  const both = await Promise.all([run(args, runAlone), run(args, runAlone)]);
  expect(both).toMatchObject([{ refused: 0 }, { refused: 0 }]);
  expect(both[0].created + both[1].created).toBe(60);
  const { stories, teams } = await imported();
  expect(stories.map(({ title }) => title).sort()).toEqual(rows.map(({ title }) => title).sort());
  expect(teams.map(({ name }) => name).sort()).toEqual(['A', 'Alpha', 'Beta', 'Engine Room']);
  expect(await listAll<Label>(person.client, `${workspace.path}/labels`)).toHaveLength(4);
  expect(await listAll<Member>(person.client, `${workspace.path}/members`)).toHaveLength(3);
});

test('a service account imports into its teams', async () => {
  const { workspace, team, imported } = await setUp();
  const account: Person = await workspace.serviceAccount([team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: account.token };
  const file = fileWith('a.jsonl', jsonl({ title: 'By a program', status: 'done' }));
  expect(await runJson(['import', file, '--yes', '--map', 'team="ENG"'], env)).toMatchObject({ created: 1 });
  const { stories } = await imported();
  expect(stories).toMatchObject([{ title: 'By a program', reporterId: account.id }]);
});

test('a refused token ends an import at once with a clear sentence', async () => {
  const { workspace, person, env } = await setUp();
  const file = fileWith('a.jsonl', jsonl({ title: 'A' }, { title: 'B' }));
  const { token } = await workspace.tokenFor(person.id, { scopes: ['teams:read'] });
  const args = ['import', '--yes', file, '--map', 'team="ENG"'];
  const unscoped = await runCli(args, { ...env, PLOTLINE_TOKEN: token });
  expect(unscoped.code).toBe(1);
  expect(unscoped.stderr).toMatch(/refused the token \(403\)\. The token lacks the scope stories:write/);
  expect(unscoped.stderr).not.toContain(token);

  const expired = await workspace.tokenFor(person.id, { lifetime: -1 });
  const late = await runCli(args, { ...env, PLOTLINE_TOKEN: expired.token });
  expect(late.stderr).toMatch(/refused the token \(401\)\. The token expired/);
});

test('a token is never taken from the command line, nor sent unencrypted', async () => {
  const { env, person } = await setUp();
  const file = fileWith('a.jsonl', jsonl({ title: 'A' }));
  const args = ['import', '--yes', file, '--map', 'team="ENG"'];
  const { code, stderr } = await runCli([...args, '--token', person.token], env);
  expect(code).toBe(2);
  expect(stderr).toMatch(/stays in the shell history.*PLOTLINE_TOKEN/);
  expect(stderr).not.toContain(person.token);
  const http = await runCli([...args, '--url', 'http://plotline.example'], env);
  expect(http.stderr).toMatch(/must start with https/);
});

test('an error in a file that cannot be read says where', async () => {
  const { env } = await setUp();
  const say = async (name: string, content: string, ...args: string[]) =>
    (await runCli(['import', fileWith(name, content), ...args], env)).stderr;
  expect(await say('a.jsonl', '{"title":"A"}\n{"title":')).toMatch(/Line 2 of a\.jsonl is not valid JSON/);
  expect(await say('a.json', '{"a":[],"b":[]}')).toMatch(
    /an object that contains one; this one contains a, b/,
  );
  expect(await say('a.csv', 'title,team\n"A,B\n')).toMatch(/a\.csv is not valid CSV/);
  expect(await say('a.txt', 'x')).toMatch(/--format/);
  expect(await say('a.json', '[{"title":"A","Squad":"x"}]', '--map', 'team=sqad')).toMatch(
    /did you mean Squad/,
  );
  expect(await say('a.json', '[{"title":"A"}]', '--map', 'titel=x')).toMatch(
    /no field titel; did you mean title/,
  );
});
