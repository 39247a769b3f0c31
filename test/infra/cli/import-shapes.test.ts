import { expect, test } from 'vitest';
import { presets } from '../../../cli/import/presets/presets.ts';
import { parseDate } from '../../../cli/import/dates.ts';
import { readRows } from '../../../cli/import/read-rows.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { readEntries } from '../../../cli/import/read-entries.ts';
import { spanOf } from '../../../cli/import/sprint-dates.ts';
import { fileWith, runCli } from './cli.ts';
import { emptyWorkspace } from './exports/landed.ts';
import { entriesOf, temporaryFile } from './entries-of.ts';
import { setUp } from './import-into.ts';

const jiraFile = () =>
  fileWith(
    'jira.csv',
    [
      'Issue key,Summary,Project name,Created,Due date,Comment,Custom field (Story Points)',
      'PAY-1,One,Payments,12/Jul/26 1:30 AM,20/Jul/26 12:00 AM,12/Jul/26 2:00 AM;Eve;Hello,4',
      'PAY-2,Two,Payments,12/Jan/26 1:30 AM,,,40',
    ].join('\n'),
  );

test('local times of a tracker are those of --time-zone, but midnight of a planned day is that day', async () => {
  const { run, list } = await emptyWorkspace();
  const args = ['--from', 'jira', '--source-url', 'https://a.test/{id}', '--create', 'teams'];
  await run([jiraFile(), ...args, '--time-zone', 'Europe/Berlin']);
  const stories = await list<Record<string, string>>('stories');
  const one = stories.find(({ title }) => title === 'One')!;
  expect(one).toMatchObject({ createdAt: '2026-07-11T23:30:00.000Z', endDate: '2026-07-20T00:00:00.000Z' });
  expect(stories.find(({ title }) => title === 'Two')).toMatchObject({
    createdAt: '2026-01-12T00:30:00.000Z',
  });
  const comments = await list<Record<string, string>>(`stories/${one['id']}/comments`);
  expect(comments).toMatchObject([{ createdAt: '2026-07-12T00:00:00.000Z' }]);
});

test('local times of Jira are by default those of the working hours of who imports, and the preview says it', async () => {
  const { run, admin, workspace, list } = await emptyWorkspace();
  const path = `${workspace.path}/members/${admin.id}/working-hours`;
  const { json: hours } = await admin.client.get(path);
  const body = { weekly: hours.data.weekly, teamShares: [], timeZone: 'America/New_York' };
  expect((await admin.client.request('PUT', path, { body })).status).toBe(200);
  const args = ['--from', 'jira', '--source-url', 'https://a.test/{id}', '--create', 'teams'];
  const summary = await run([jiraFile(), ...args]);
  expect(summary.notes).toContainEqual(expect.stringMatching(/^Times without a zone .* America\/New_York/));
  const stories = await list<Record<string, string>>('stories');
  expect(stories.find(({ title }) => title === 'One')).toMatchObject({
    createdAt: '2026-07-12T05:30:00.000Z',
  });
});

test('a time zone that there is not is refused', async () => {
  const { env } = await setUp();
  const { code, stderr } = await runCli(['import', jiraFile(), '--time-zone', 'Mars/Base', '--dry-run'], env);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--time-zone must be .* Mars\/Base is none/)]);
});

test('a time without an offset is that of a zone, with its summer time, and one with an offset stays', () => {
  expect(parseDate('2026-07-01 10:00', 'Europe/Berlin')).toBe('2026-07-01T08:00:00.000Z');
  expect(parseDate('2026-01-01 10:00', 'Europe/Berlin')).toBe('2026-01-01T09:00:00.000Z');
  expect(parseDate('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(parseDate('2026-07-01T10:00Z', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z');
  expect(parseDate('2026-07-01T10:00+05:00', 'Europe/Berlin')).toBe('2026-07-01T05:00:00.000Z');
  expect(parseDate('2026-07-01', 'Europe/Berlin')).toBe('2026-07-01T00:00:00.000Z');
});

test('estimates that are not on the scale of points make a team with another, and the preview says it', async () => {
  const { run, list } = await emptyWorkspace();
  const args = [jiraFile(), '--from', 'jira', '--source-url', 'https://a.test/{id}', '--create', 'teams'];
  const { made } = await run([...args, '--dry-run']);
  expect(made).toEqual([{ what: 'team', name: 'Payments (PAY, estimates in ideal days)' }]);
  await run(args);
  const stories = await list<{ estimateValue: number }>('stories');
  expect(stories.map(({ estimateValue }) => estimateValue).sort()).toEqual([4, 40]);
});

test('a sprint whose stories were typed and done at one sitting has no span of minutes', () => {
  const row = { createdAt: '2026-05-04T10:00:00.000Z', completedAt: '2026-05-04T10:02:00.000Z' };
  const span = spanOf([
    {
      startDate: undefined,
      endDate: undefined,
      sprintStart: undefined,
      sprintEnd: undefined,
      startedAt: undefined,
      ...row,
    },
  ])!;
  expect(Date.parse(span.endDate) - Date.parse(span.startDate)).toBe(13 * 86_400_000);
});

const plainEntries = (columns: string, ...rows: string[]) => {
  const { rows: read } = readRows(temporaryFile('rows.csv', [columns, ...rows].join('\n')), {});
  const mapping = createMapping(read, ['team="Pay"']);
  return readEntries(read, mapping);
};

test('ranges of dates have a start and an end, also in one column', () => {
  const entries = plainEntries(
    'Name,Due,Start',
    '"One","October 8, 2021 → October 29, 2021",',
    '"Two","October 8, 2021 9:00 AM → 11:00 AM",',
    '"Three","October 8, 2021","October 1, 2021 → October 2, 2021"',
  );
  expect(entries.map(({ startDate, endDate }) => [startDate?.slice(0, 16), endDate?.slice(0, 16)])).toEqual([
    ['2021-10-08T00:00', '2021-10-29T00:00'],
    ['2021-10-08T09:00', '2021-10-08T11:00'],
    ['2021-10-01T00:00', '2021-10-08T00:00'],
  ]);
  expect(entries.flatMap(({ remarks }) => remarks)).toEqual([]);
});

test('a title is in the column of its level', () => {
  const entries = plainEntries('ID,Title 1,Title 2', '1,Epic,', '2,,Story');
  expect(entries.map(({ title }) => title)).toEqual(['Epic', 'Story']);
});

test('issues of the REST API of GitHub are read, without its pull requests', () => {
  const issue = {
    url: 'https://api.github.com/repos/acme/app/issues/7',
    html_url: 'https://github.com/acme/app/issues/7',
    number: 7,
    title: 'Fix',
    user: { login: 'octocat' },
    labels: [{ name: 'bug' }],
    state: 'closed',
    state_reason: 'not_planned',
    assignees: [{ login: 'hubot' }],
    milestone: { title: 'v2', due_on: '2026-12-01T00:00:00Z' },
    comments: 3,
    created_at: '2026-11-01T10:00:00Z',
    closed_at: '2026-11-02T10:00:00Z',
    body: 'Broken',
  };
  const content = [issue, { ...issue, number: 8, pull_request: { url: 'x' } }];
  const { notes } = readRows(temporaryFile('issues.json', content), { preset: presets.github });
  expect(notes).toEqual(['Pull requests that are excluded: 1.']);
  const [entry] = entriesOf('github', 'issues.json', content);
  expect(entry).toMatchObject({
    key: 'acme/app#7',
    team: 'app',
    status: 'cancelled',
    assignee: 'hubot',
    reporter: 'octocat',
    labels: ['bug'],
    objective: 'v2',
    endDate: '2026-12-01T00:00:00.000Z',
    createdAt: '2026-11-01T10:00:00.000Z',
    external: { source: 'github:acme/app', id: '7', url: 'https://github.com/acme/app/issues/7' },
  });
});

test('issues of GitHub without an address are read, and the preview says what they lack', () => {
  const comment = {
    url: 'https://github.com/acme/app/issues/8#issuecomment-1',
    body: 'Hm',
    author: { login: 'eve' },
  };
  const content = [
    { number: 7, title: 'Fix', state: 'OPEN' },
    { number: 8, title: 'Commented', state: 'OPEN', comments: [comment] },
  ];
  const { notes } = readRows(temporaryFile('issues.json', content), { preset: presets.github });
  expect(notes).toEqual([
    expect.stringMatching(/^Issues without an address.*: 1; add url to the fields of --json\.$/),
  ]);
  const entries = entriesOf('github', 'issues.json', content);
  expect(entries.map(({ key, problems }) => [key, problems])).toEqual([
    ['#7', undefined],
    ['acme/app#8', undefined],
  ]);
});
