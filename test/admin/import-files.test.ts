import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Label } from '../../shared/labels/label.ts';
import type { Sprint } from '../../shared/sprints/sprint.ts';
import type { Story } from '../../shared/stories/story.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { fileWith, homeOf, runCli, temporaryFolder } from './cli.ts';
import { listAll, readImported } from './imported.ts';

async function setUp() {
  const workspace = await newWorkspace();
  const team = await workspace.team({ name: 'Engine Room', code: 'ENG' });
  const person = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: person.token };
  const list = <T>(noun: string) => listAll<T>(person.client, `${workspace.path}/${noun}`);
  return {
    ...{ workspace, team, person, env, list },
    /** The imported stories by title. */
    stories: async (): Promise<Record<string, Story>> => {
      const { stories } = await readImported(person.client, workspace.path);
      return Object.fromEntries(stories.map((story) => [story.title, story]));
    },
    labelsOf: async (story: Story | undefined) => {
      const labels = await list<Label>('labels');
      return story?.labels.map((id) => labels.find((label) => label.id === id)?.name).sort();
    },
    /** A plan or summary, whatever the exit code. */
    run: async (args: readonly string[]): Promise<any> => {
      const { stdout, stderr } = await runCli(['import', ...args, '--json'], env);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

const json = (rows: unknown): string => fileWith('rows.json', JSON.stringify(rows));
const intoEng = ['--map', 'team="ENG"'];

describe('columns', () => {
  test('of the same name all count; where a field takes one value, the report says which', async () => {
    const { run, stories, labelsOf, list } = await setUp();
    const csv = `Issue key,Summary,Labels,Labels,Labels,Sprint,Sprint,Comment,Comment
A-1,One,red,green,blue,Sprint 1,Sprint 2,hello,there
A-2,Two,,yellow,,Sprint 1,,,
`;
    const report = join(temporaryFolder(), 'report.jsonl');
    const args = [fileWith('jira.csv', csv), ...intoEng, '--map', 'sprint=Sprint'];
    const create = ['--create', 'labels,sprints', '--report', report];
    const summary = await run([...args, ...create]);
    expect(summary).toMatchObject({ created: 2, refused: 0 });
    const { One, Two } = await stories();
    expect(await labelsOf(One)).toEqual(['blue', 'green', 'red']);
    expect(await labelsOf(Two)).toEqual(['yellow']);
    const sprints = await list<Sprint>('sprints');
    const sprintOf = (story: Story | undefined) => sprints.find(({ id }) => id === story?.sprintId)?.name;
    expect([sprintOf(One), sprintOf(Two)]).toEqual(['Sprint 2', 'Sprint 1']);
    const chosen = { row: 1, key: 'A-1', code: 'chosen', field: 'sprint', value: 'Sprint 2' };
    expect(summary.warnings).toMatchObject([chosen]);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ kind: 'warning', ...chosen });
    expect(summary.warnings[0].reason).toMatch(/last of several/);
    const plan = await run([...args, '--create', 'labels,sprints', '--dry-run']);
    expect(plan.unmapped).toEqual(['Comment']);
  });

  test('that hold lists of objects are mapped by what the error proposes, and guessed', async () => {
    const { run, stories, labelsOf, env } = await setUp();
    const rows = [
      {
        ...{ number: 1, title: 'A', labels: [{ name: 'bug' }, { name: 'area: ui, web' }] },
        milestone: { title: 'v1' },
      },
      { number: 2, title: 'B', labels: [], milestone: null },
    ];
    const plan = await run([json(rows), ...intoEng, '--map', 'labels=labels', '--dry-run']);
    const [, proposed] = /such as (labels\.name)/.exec(plan.warnings[0].reason) ?? [];
    const create = ['--create', 'labels,objectives', '--map', 'objective=milestone.title'];
    const mapped = await run([json(rows), ...intoEng, '--map', `labels=${proposed}`, ...create]);
    expect(mapped).toMatchObject({ created: 2, warnings: [] });
    const { A, B } = await stories();
    expect(await labelsOf(A)).toEqual(['area: ui, web', 'bug']);
    expect(B?.labels).toEqual([]);
    const guessed = await run([json(rows), ...intoEng, '--dry-run']);
    expect(guessed.mapping).toContainEqual({ field: 'labels', from: 'labels.name', origin: 'guessed' });
    const none = await runCli(['import', json(rows), ...intoEng, '--map', 'labels=labels.nope'], env);
    expect(none.stderr).toMatch(/There is no column labels\.nope/);
  });

  test('of the usual tools are guessed: story points, desc, dates, and parents by another id', async () => {
    const { run, stories } = await setUp();
    const csv = `Issue key,Issue id,Summary,desc,Custom field (Story Points),Parent
A-1,10001,Above,First,3.0,
A-2,10002,Below,Second,5.0,10001
`;
    expect(await run([fileWith('jira.csv', csv), ...intoEng])).toMatchObject({ created: 2, warnings: [] });
    const { Above, Below } = await stories();
    expect(Above).toMatchObject({ description: 'First', estimateValue: 3, parentId: null });
    expect(Below).toMatchObject({ description: 'Second', estimateValue: 5, parentId: Above!.id });
  });
});

test('a board that Trello exported is imported as it is, its archived cards where asked for', async () => {
  const { run, stories, labelsOf, list } = await setUp();
  const board = {
    id: '5f00000000000000000000aa',
    name: 'Engine Room',
    lists: [
      { id: 'l1', name: 'To Do', closed: false, pos: 1 },
      { id: 'l2', name: 'Done', closed: false, pos: 2 },
    ],
    labels: [{ id: 'b1', name: 'Urgent', color: 'red' }],
    members: [{ id: 'm1', fullName: 'Ada Löwe', username: 'ada' }],
    actions: [],
    checklists: [],
    cards: [
      {
        ...{
          id: '5f5e100aa0000000000000c1',
          idShort: 1,
          name: 'Open card',
          desc: 'What to do',
          idList: 'l1',
        },
        ...{
          labels: [
            { name: 'Urgent', color: 'red' },
            { name: '', color: 'green' },
          ],
          idMembers: ['m1'],
        },
        ...{ due: '2026-12-01T12:00:00.000Z', start: null, closed: false },
      },
      {
        ...{ id: '5f5e100aa0000000000000c2', idShort: 2, name: 'Done card', desc: '', idList: 'l2' },
        ...{ labels: [], idMembers: [], due: null, start: null, closed: false },
      },
      {
        ...{ id: '5f5e100aa0000000000000c3', idShort: 3, name: 'Old card', desc: '', idList: 'l2' },
        ...{ labels: [], idMembers: [], due: null, start: null, closed: true },
      },
    ],
  };
  const file = fileWith('board.json', JSON.stringify(board));
  const summary = await run([file, '--create', 'labels']);
  expect(summary).toMatchObject({ rows: 2, created: 2, refused: 0 });
  expect(summary.notes).toEqual([expect.stringMatching(/1 archived card .*--archived/)]);
  const found = await stories();
  expect(Object.keys(found).sort()).toEqual(['Done card', 'Open card']);
  expect(found['Open card']).toMatchObject({
    description: 'What to do',
    endDate: '2026-12-01T12:00:00.000Z',
  });
  expect(await labelsOf(found['Open card'])).toEqual(['Urgent', 'green']);
  expect(found['Open card']!.createdAt).toBe(new Date(0x5f5e100a * 1000).toISOString());
  const statuses = await list<{ id: string; category: string }>('statuses');
  expect(statuses.find(({ id }) => id === found['Done card']!.statusId)?.category).toBe('completed');
  expect(await run([file, '--create', 'labels', '--archived'])).toMatchObject({ created: 1, present: 2 });
});

describe('values', () => {
  const dates = async (texts: string[], ...args: string[]) => {
    const { run, stories } = await setUp();
    const rows = texts.map((due, number) => ({ id: `r${number}`, title: `Row ${number}`, due }));
    const summary = await run([json(rows), ...intoEng, ...args]);
    const found = await stories();
    return { summary, days: rows.map(({ title }) => found[title]?.endDate?.slice(0, 16)) };
  };

  test('that are dates are read as the usual tools write them', async () => {
    const forms: [string, string][] = [
      ['08/Aug/26 8:15 AM', '2026-08-08T08:15'],
      ['08/Aug/26 12:05 AM', '2026-08-08T00:05'],
      ['2024-2-1', '2024-02-01T00:00'],
      ['2024/02/01 13:30:05', '2024-02-01T13:30'],
      ['Aug 8, 2026, 3:20 PM', '2026-08-08T15:20'],
      ['8 August 2026', '2026-08-08T00:00'],
      ['Sat Aug 08 2026 08:15:00 GMT+0200 (CEST)', '2026-08-08T06:15'],
      ['Sat, 08 Aug 2026 08:15:00 +0000', '2026-08-08T08:15'],
      ['8.3.2026', '2026-03-08T00:00'],
      ['2026-08-08T08:15:00.123456-08:00', '2026-08-08T16:15'],
    ];
    const { summary, days } = await dates(forms.map(([text]) => text));
    expect(summary.warnings).toEqual([]);
    expect(days).toEqual(forms.map(([, day]) => day));
  });

  test('that are ambiguous dates are decided by the column, else by --date-format, else left out', async () => {
    const dayFirst = await dates(['03/04/2026', '25/04/2026']);
    expect(dayFirst.days).toEqual(['2026-04-03T00:00', '2026-04-25T00:00']);
    const monthFirst = await dates(['03/04/2026', '04/25/2026']);
    expect(monthFirst.days).toEqual(['2026-03-04T00:00', '2026-04-25T00:00']);
    const unknown = await dates(['03/04/2026', '2026-04-05']);
    expect(unknown.days).toEqual([undefined, '2026-04-05T00:00']);
    expect(unknown.summary.warnings).toMatchObject([
      {
        code: 'dropped',
        field: 'endDate',
        value: '03/04/2026',
        reason: expect.stringMatching(/--date-format/),
      },
    ]);
    const both = await dates(['03/04/2026', '25/04/2026', '04/25/2026']);
    expect(both.days).toEqual([undefined, '2026-04-25T00:00', '2026-04-25T00:00']);
    const told = await dates(['03/04/2026', '2026-04-05'], '--date-format', 'MM/DD/YYYY');
    expect(told.days).toEqual(['2026-03-04T00:00', '2026-04-05T00:00']);
    const timed = await dates(['4-3-26 5:06 pm'], '--date-format', 'D-M-YY h:mm a');
    expect(timed.days).toEqual(['2026-03-04T17:06']);
  });

  test('that are optional and do not fit are left out with a line each, or with --strict refuse the row', async () => {
    const { run, stories, env } = await setUp();
    const rows = [
      { id: 1, title: 'Odd estimate', points: 4 },
      { id: 2, title: 'No such status', status: 'Schrödinger' },
      { id: 3, title: 'Ends first', start: '2026-02-02', end: '2026-02-01' },
      { id: 4, title: 'Bad date', start: '2026-02-31' },
      { id: 5, title: 'No such label', labels: ['Nope'] },
      { id: 6, title: 'Odd priority', priority: 'soonish' },
      { id: 7, title: 'Long', body: 'é'.repeat(20_000) },
      { id: 8, title: 'Fine', points: 5 },
    ];
    const strict = await run([json(rows), ...intoEng, '--strict', '--dry-run']);
    expect(strict.refusals.map(({ key }: { key: string }) => key)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    const summary = await run([json(rows), ...intoEng]);
    expect(summary).toMatchObject({ created: 8, refused: 0 });
    const dropped = summary.warnings.map((line: any) => [line.key, line.code, line.field]);
    expect(dropped).toEqual([
      ['1', 'dropped', 'estimateValue'],
      ['2', 'dropped', 'status'],
      ['3', 'dropped', 'endDate'],
      ['4', 'dropped', 'startDate'],
      ['5', 'dropped', 'labels'],
      ['6', 'dropped', 'priority'],
      ['7', 'shortened', 'description'],
    ]);
    const found = await stories();
    expect(found['Odd estimate']!.estimateValue).toBeNull();
    expect(found['Ends first']).toMatchObject({ startDate: '2026-02-02T00:00:00.000Z', endDate: null });
    expect(Buffer.byteLength(found['Long']!.description!)).toBe(32 * 1024);
    expect(found['Fine']!.estimateValue).toBe(5);
    const shown = await runCli(['import', json(rows), ...intoEng, '--dry-run'], env);
    expect(shown.stdout).toMatch(/1 +1 +estimateValue .*4/);
  });
});

describe('what rows name', () => {
  test('is not made for a row that is refused', async () => {
    const { run, list } = await setUp();
    const rows = [
      { title: ' ', team: 'Ghost', sprint: 'S1', goal: 'G1', labels: 'spooky', assignee: 'a@b.example' },
      { title: 'Good', team: 'Real', sprint: 'S2', goal: 'G2', labels: 'bright' },
    ];
    const map = ['--map', 'sprint=sprint', '--map', 'objective=goal'];
    const create = ['--create', 'teams,labels,people,sprints,objectives'];
    const plan = await run([json(rows), ...map, ...create, '--dry-run']);
    const names = (made: { what: string; name: string }[]) => made.map(({ what, name }) => `${what} ${name}`);
    expect(names(plan.made).join('; ')).not.toMatch(/Ghost|S1|G1|spooky|a@b/);
    const summary = await run([json(rows), ...map, ...create]);
    expect(summary).toMatchObject({ created: 1, refused: 1 });
    expect(names(summary.made)).toEqual([
      'team Real (REAL)',
      'label bright',
      expect.stringMatching(/^sprint S2 in REAL/),
      'objective G2 in REAL',
    ]);
    expect((await list<{ name: string }>('teams')).map(({ name }) => name).sort()).toEqual([
      'Engine Room',
      'Real',
    ]);
    expect(await list('members')).toHaveLength(1);
  });

  test('as a sprint lasts as its columns say, and never no time at all', async () => {
    const { run, list } = await setUp();
    const csv = `ID,Title,Cycle Name,Cycle Start,Cycle End,Due Date
1,A,Cycle 7,2026-03-02,2026-03-15,
2,B,Cycle 7,2026-03-02,2026-03-15,2026-05-01
3,C,One date,,,2026-04-01
4,D,One day,2026-06-01,2026-06-01,
`;
    const args = [
      fileWith('linear.csv', csv),
      ...intoEng,
      '--map',
      'sprint=Cycle Name',
      '--create',
      'sprints',
    ];
    expect(await run(args)).toMatchObject({ created: 4 });
    const sprints = await list<Sprint>('sprints');
    const spans = sprints.map(({ name, startDate, endDate }) => [name, startDate, endDate]).sort();
    expect(spans).toEqual([
      ['Cycle 7', '2026-03-02T00:00:00.000Z', '2026-03-15T00:00:00.000Z'],
      ['One date', '2026-04-01T00:00:00.000Z', '2026-04-15T00:00:00.000Z'],
      ['One day', '2026-06-01T00:00:00.000Z', '2026-06-01T23:59:59.999Z'],
    ]);
  });
});

test('progress is said on a pipe too, while things are made and while rows travel', async () => {
  const { env } = await setUp();
  const rows = Array.from({ length: 40 }, (_, number) => ({
    title: `Row ${number}`,
    labels: `label ${number}`,
  }));
  const { stderr, code } = await runCli(
    ['import', json(rows), ...intoEng, '--create', 'labels', '--json'],
    env,
  );
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^20 of 40 made/m);
  expect(stderr).toMatch(/^40 of 40 rows/m);
});

test('help and docs agree on how many rows travel at once', async () => {
  const { stdout } = await runCli(['import', '--help']);
  const [, inHelp] = /travel (\d+) to a request/.exec(stdout.replace(/\s+/g, ' ')) ?? [];
  const docs = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
  const [, inDocs] = /travel (\d+) to a request/.exec(docs) ?? [];
  expect(inHelp).toBe('20');
  expect(inDocs).toBe(inHelp);
});
