import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sprint } from '../../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { fileWith, runCli, temporaryFolder } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

describe('columns of an import', () => {
  test('with the same name all count; where a field takes one value, the report says which', async () => {
    const { run, stories, labelsOf, list } = await setUp();
    const csv = `Issue key,Summary,Labels,Labels,Labels,Sprint,Sprint,Comment,Comment
A-1,One,red,green,blue,Sprint 1,Sprint 2,hello,there
A-2,Two,,yellow,,Sprint 1,,,
`;
    const report = join(temporaryFolder(), 'report.jsonl');
    const args = [fileWith('jira.csv', csv), ...intoEng, '--map', 'sprint=Sprint'];
    const dates = ['--sprint-dates', '2026-11-02..2026-11-15'];
    const create = ['--create', 'labels,sprints', ...dates, '--report', report];
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
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'import', changeSetId: summary.changeSetId },
      { kind: 'story', row: 1, key: 'A-1' },
      { kind: 'story', row: 2, key: 'A-2' },
      { kind: 'column', column: 'Issue key', becomes: ['key'], values: 2, omitted: 0 },
      { kind: 'column', column: 'Summary', becomes: ['title'], values: 2, omitted: 0 },
      { kind: 'column', column: 'Labels', becomes: ['labels'], values: 2, omitted: 0 },
      { kind: 'column', column: 'Sprint', becomes: ['sprint'], values: 2, omitted: 0 },
      { kind: 'column', column: 'Comment', becomes: [], values: 1, omitted: 1 },
      { kind: 'warning', ...chosen },
    ]);
    expect(summary.warnings[0].reason).toMatch(/last of several/);
    const plan = await run([...args, '--create', 'labels,sprints', '--dry-run']);
    expect(plan.unmapped).toEqual(['Comment']);
  });

  test('that hold lists of objects are mapped as the error proposes, and guessed', async () => {
    const { run, stories, labelsOf, env } = await setUp();
    const rows = [
      {
        number: 1,
        title: 'A',
        labels: [{ name: 'bug' }, { name: 'area: ui, web' }],
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

  test('of keys are guessed though a key repeats: only the row that repeats it is refused', async () => {
    const { run, stories } = await setUp();
    const rows = [
      { id: 1, title: 'Above' },
      { id: 2, title: 'Below', parent: 1 },
      { id: 2, title: 'Again' },
    ];
    const summary = await run([json(rows), ...intoEng]);
    expect(summary).toMatchObject({ created: 2, refused: 1 });
    expect(summary.refusals).toMatchObject([{ row: 3, reason: 'its key 2 is also that of row 2' }]);
    const { Above, Below } = await stories();
    expect(Below!.parentId).toBe(Above!.id);
  });

  test('of keys that are not guessed are named, with the way to use them', async () => {
    const { run } = await setUp();
    const rows = [
      { id: 1, title: 'Above' },
      { id: null, title: 'Below', parent: 1 },
    ];
    const plan = await run([json(rows), ...intoEng, '--dry-run']);
    expect(plan.notes).toEqual([expect.stringMatching(/id .*has no value in row 2.*parents.*--map key=id/)]);
    expect((await run([json(rows), ...intoEng, '--map', 'key=id', '--dry-run'])).notes).toEqual([]);
  });

  test('of GitHub name the author by login', async () => {
    const { run } = await setUp();
    const rows = [{ number: 1, title: 'A', user: { login: 'octocat', id: 7 } }];
    const plan = await run([json(rows), ...intoEng, '--dry-run']);
    expect(plan.mapping).toContainEqual({ field: 'reporter', from: 'user.login', origin: 'guessed' });
    const plain = await run([json([{ id: 1, title: 'A', user: 'Ada' }]), ...intoEng, '--dry-run']);
    expect(plain.unmapped).toEqual(['user']);
  });
});

test('a board that Trello exported is imported as it is, its archived cards on request', async () => {
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
        id: '5f5e100aa0000000000000c1',
        idShort: 1,
        name: 'Open card',
        desc: 'What to do',
        idList: 'l1',
        labels: [
          { name: 'Urgent', color: 'red' },
          { name: '', color: 'green' },
        ],
        idMembers: ['m1'],
        due: '2026-12-01T12:00:00.000Z',
        start: null,
        closed: false,
      },
      {
        id: '5f5e100aa0000000000000c2',
        idShort: 2,
        name: 'Done card',
        desc: '',
        idList: 'l2',
        labels: [],
        idMembers: [],
        due: null,
        start: null,
        closed: false,
      },
      {
        id: '5f5e100aa0000000000000c3',
        idShort: 3,
        name: 'Old card',
        desc: '',
        idList: 'l2',
        labels: [],
        idMembers: [],
        due: null,
        start: null,
        closed: true,
      },
    ],
  };
  const file = fileWith('board.json', JSON.stringify(board));
  const summary = await run([file, '--create', 'labels']);
  expect(summary).toMatchObject({ rows: 2, created: 2, refused: 0 });
  expect(summary.notes[0]).toMatch(/excluded: 1; --archived/);
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

describe('a name in a row', () => {
  test('creates nothing if the row is refused', async () => {
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

  test('of a sprint makes one as long as its columns say, and never of no length', async () => {
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
      ['One date', '2026-03-19T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
      ['One day', '2026-06-01T00:00:00.000Z', '2026-06-01T23:59:59.999Z'],
    ]);
  });

  test('of a sprint with one known end makes one that starts or ends then', async () => {
    const { run } = await setUp();
    const rows = [
      { id: 1, title: 'A', milestone: { title: 'v1', due_on: '2026-04-15T07:00:00Z' } },
      { id: 2, title: 'B', milestone: { title: 'v1', due_on: '2026-04-15T07:00:00Z' } },
      { id: 3, title: 'C', milestone: { title: 'v2', starts: '2026-05-01' } },
    ];
    const plan = await run([
      json(rows),
      ...intoEng,
      '--map',
      'sprint=milestone.title',
      '--map',
      'sprintEnd=milestone.due_on',
      '--map',
      'sprintStart=milestone.starts',
      '--create',
      'sprints',
      '--dry-run',
    ]);
    expect(plan.made.map(({ name }: { name: string }) => name)).toEqual([
      'v1 in ENG (2026-04-02 to 2026-04-15)',
      'v2 in ENG (2026-05-01 to 2026-05-14)',
    ]);
    expect(plan.warnings).toEqual([]);
  });

  test('of a sprint without dates makes one as long as the history of its rows; one without history is reported', async () => {
    const { run } = await setUp();
    const csv = `ID,Title,Cycle,Created,Started,Completed
1,A,Old,2025-03-01,2025-03-03,2025-03-05
2,B,Old,2025-03-04,,2025-03-14
3,C,Unknown,,,
4,D,Made,2025-06-01,,
`;
    const args = [fileWith('old.csv', csv), ...intoEng, '--map', 'sprint=Cycle', '--create', 'sprints'];
    const plan = await run([...args, '--dry-run']);
    const made = plan.made.map(({ name }: { name: string }) => name);
    expect(made[0]).toBe('Old in ENG (2025-03-03 to 2025-03-14)');
    expect(made[2]).toBe('Made in ENG (2025-06-01 to 2025-06-14)');
    const unknown = { row: 3, key: '3', code: 'undated', field: 'sprint', value: 'Unknown' };
    expect(plan.warnings).toMatchObject([unknown]);
    expect(plan.warnings[0].reason).toMatch(/two weeks from today.*--sprint-dates/);
    expect(await run([...args, '--strict'])).toMatchObject({ created: 4, warnings: [unknown] });
    expect(await run(args)).toMatchObject({ present: 4, warnings: [] });
  });
});

test('progress is shown on a pipe too, while things are created and while rows are sent', async () => {
  const { env } = await setUp();
  const rows = Array.from({ length: 40 }, (_, number) => ({
    title: `Row ${number}`,
    labels: `label ${number}`,
  }));
  const { stderr, code } = await runCli(
    ['import', json(rows), ...intoEng, '--create', 'labels', '--yes', '--json'],
    env,
  );
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^20 of 40 made/m);
  expect(stderr).toMatch(/^40 of 40 rows/m);
});

test('help says how many rows a request has', async () => {
  const { stdout } = await runCli(['import', '--help']);
  const [, inHelp] = /with (\d+) rows per request/.exec(stdout.replace(/\s+/g, ' ')) ?? [];
  expect(inHelp).toBe('20');
});
