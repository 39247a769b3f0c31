import { expect, test } from 'vitest';
import type { Catalog } from '../../../cli/import/catalog.ts';
import { customFieldsOf } from '../../../cli/import/custom-fields.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { readEntries } from '../../../cli/import/read-entries.ts';
import { presets } from '../../../cli/import/presets/presets.ts';
import { linkParents } from '../../../cli/import/parents.ts';
import { readFile } from '../../../cli/import/read-file.ts';
import { parsePriorityMap } from '../../../cli/import/priority-map.ts';
import { readRows } from '../../../cli/import/read-rows.ts';
import { resolveStatus } from '../../../cli/import/status-map.ts';
import type { CustomField } from '../../../shared/planning/story-parts/custom-field.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import type { Status } from '../../../shared/identity/status/status.ts';
import { entriesOf, temporaryFile } from './entries-of.ts';

/** What each column of a file without a preset becomes. */
function guessed(headings: string, row: string) {
  const { rows } = readRows(temporaryFile('rows.csv', `${headings}\n${row}\n`), {});
  const mapping = createMapping(rows, ['team="Team"']);
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([field, mapped]) =>
      (mapped?.expression ?? []).flatMap((term) => ('column' in term ? [[field, term.column]] : [])),
    ),
  );
}

test('a query of Azure DevOps with its usual columns, which name no project, has a team of its own', () => {
  const items = 'ID,Work Item Type,Title,Assigned To,State,Tags\n4,Issue,Draw,,To Do,\n';
  expect(entriesOf('azure-devops', 'query.csv', items)).toMatchObject([
    { key: '4', title: 'Draw', team: 'Azure DevOps', status: 'To Do' },
  ]);
});

test.each([
  ['jira', 'Work item Id,Summary,Work type,Status\n7,Draw,Task,To Do\n', 'Jira'],
  ['linear', 'ID,Title,Status\nA-1,Draw,Todo\n', 'Linear'],
  ['plane', 'ID,Name,State\nA-1,Draw,Todo\n', 'Plane'],
] as const)(
  'issues of %s that name neither project nor team are those of one team',
  (from, content, team) => {
    expect(entriesOf(from, 'issues.csv', content)).toMatchObject([{ title: 'Draw', team }]);
  },
);

test('the zone behind the name of a column is none of its name', () => {
  expect(
    guessed(
      'Issue ID,Title,State,Author,Created At (UTC),Closed At (UTC)',
      '1,Draw,Closed,Ada,2026-01-02 03:04:05,2026-01-03 03:04:05',
    ),
  ).toMatchObject({ createdAt: 'Created At (UTC)', completedAt: 'Closed At (UTC)', reporter: 'Author' });
});

test.each([
  [
    'Titel,Beschreibung,Etiketten,Priorität,Status,Erstellt',
    'Zeichnen,Alles,"UI,Import",hoch,Offen,2026-01-02',
    {
      title: 'Titel',
      description: 'Beschreibung',
      labels: 'Etiketten',
      priority: 'Priorität',
      createdAt: 'Erstellt',
    },
  ],
  [
    'タイトル,説明,担当者,ステータス',
    '描く,全部,Ada,完了',
    { title: 'タイトル', description: '説明', assignee: '担当者', status: 'ステータス' },
  ],
  [
    'Название,Проект,Исполнитель,Статус',
    'Чертёж,Сайт,Ada,Готово',
    { title: 'Название', assignee: 'Исполнитель', status: 'Статус' },
  ],
  ['标题,描述,标签', '画,全部,界面', { title: '标题', description: '描述', labels: '标签' }],
])('columns of a tool that is not known are read in other languages: %s', (headings, row, expected) => {
  expect(guessed(headings, row)).toMatchObject(expected);
});

test('French columns of Jira that stories have no field for are those of the project and of people', () => {
  const content =
    'Résumé,Clé de ticket,État,Chef de projet,ID de responsable de projet,ID de rapporteur,ID de créateur,Dernier affichage,Temps consacré,Priorité du créateur\n' +
    'Dessiner,CCS-1,À faire,Ada,5f,5f,5f,19/févr./26 7:37 PM,3600,haute\n';
  const [entry] = entriesOf('jira', 'Jira.csv', content);
  expect(entry!['customFields']).toEqual([{ column: 'cf.priorite_du_createur', texts: ['haute'] }]);
});

const statusOf = (name: string, category: Status['category']): Status =>
  ({ id: name, name, category, teamId: 't', order: 0 }) as unknown as Status;

test('a status of the same name is not taken where the file says that it means something else', () => {
  const statuses = [
    statusOf('Backlog', 'backlog'),
    statusOf('Atelier', 'backlog'),
    statusOf('Doing', 'started'),
    statusOf('Closed', 'cancelled'),
  ];
  const resolved = (name: string, category?: Status['category']) =>
    resolveStatus(name, statuses, new Map(), category)?.status.name;
  expect(resolved('Backlog')).toBe('Backlog');
  expect(resolved('Backlog', 'unstarted')).toBe('Backlog');
  expect(resolved('Atelier')).toBe('Atelier');
  expect(resolved('Atelier', 'unstarted')).toBe('Atelier');
  expect(resolved('Atelier', 'started')).toBe('Doing');
  // A usual word is certain.
  expect(resolved('Backlog', 'started')).toBe('Backlog');
  // What is over stays so, however it ended.
  expect(resolved('Closed', 'completed')).toBe('Closed');
});

/** Issues of Beads with all that they can have, one of them deleted. */
const issues = [
  {
    id: 'bd-1',
    title: 'Engine',
    description: 'All of it.',
    status: 'open',
    priority: 0,
    issue_type: 'epic',
    created_at: '2026-01-02T03:04:05.5+01:00',
    created_by: 'ada',
  },
  {
    id: 'bd-2',
    title: 'Draw',
    design: 'By hand.',
    acceptance_criteria: 'It is drawn.',
    notes: 'In ink.',
    status: 'closed',
    priority: 4,
    issue_type: 'task',
    assignee: 'bob',
    owner: 'ada@example.com',
    labels: ['ink', 'paper'],
    created_at: '2026-01-02T03:04:05Z',
    closed_at: '2026-01-04T03:04:05Z',
    close_reason: 'Drawn twice',
    estimated_minutes: 90,
    dependencies: [
      { issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'parent-child' },
      { issue_id: 'bd-2', depends_on_id: 'bd-3', type: 'blocks' },
      { issue_id: 'bd-2', depends_on_id: 'bd-4', type: 'discovered-from' },
    ],
    comments: [{ id: 1, author: 'bob', text: 'Done.', created_at: '2026-01-04T01:00:00Z' }],
  },
  { id: 'bd-3', title: 'Ink', status: 'hooked', priority: 2, close_reason: 'Closed' },
  { id: 'bd-4', title: 'Gone', status: 'tombstone', deleted_at: '2026-01-05T00:00:00Z' },
];
const lines = issues.map((issue) => JSON.stringify(issue)).join('\n');

test.each([
  ['jira', 'Summary,Work type,Status,Parent\nDraw,Task,To Do,7\n'],
  ['linear', 'Title,Status,Creator,Parent issue\nDraw,Todo,ada,A-1\n'],
] as const)('rows of %s without any key are stories without parents, not a refused file', (from, content) => {
  const [entry] = entriesOf(from, 'issues.csv', content);
  expect(entry).toMatchObject({ title: 'Draw' });
  expect(entry).not.toHaveProperty('external');
});

test('rows of Jira that have ids alone are known by them', () => {
  const content = 'Work item Id,Summary,Status,Parent\n7,Engine,To Do,\n8,Draw,To Do,7\n';
  expect(entriesOf('jira', 'Jira.csv', content)).toMatchObject([{ key: '7' }, { key: '8', parent: '7' }]);
});

test('a text that is too long for a custom field is cut, and its row stays', () => {
  const field = { key: 'steps', type: 'text', teamId: null, options: [] } as unknown as CustomField;
  const catalog = { customFields: new Map([['steps', field]]) } as unknown as Catalog;
  const remarks: unknown[] = [];
  const values = customFieldsOf(
    { customFields: [{ column: 'cf.steps', texts: ['ä'.repeat(2_500)] }] },
    { id: 't' } as Team,
    catalog,
    (...remark) => void remarks.push(remark),
  );
  expect(values).toEqual({ steps: 'ä'.repeat(2_000) });
  expect(remarks).toEqual([
    ['cf.steps', `${'ä'.repeat(20)}…`, 'must be at most 2000 characters', 'shortened'],
  ]);
});

test('issues of Beads come with parents, blockers, comments and all parts of their texts', () => {
  expect(entriesOf('beads', 'issues.jsonl', lines)).toMatchObject([
    { key: 'bd-1', title: 'Engine', description: 'All of it.', reporter: 'ada' },
    {
      key: 'bd-2',
      assignee: 'bob',
      labels: ['ink', 'paper'],
      parent: 'bd-1',
      estimatedDurationMinutes: 90,
      completedAt: '2026-01-04T03:04:05.000Z',
      relations: [
        { field: 'blockedBy', key: 'bd-3' },
        { field: 'relatesTo', key: 'bd-4' },
      ],
      comments: [{ author: 'bob', text: 'Done.' }],
      description:
        '**Design**\n\nBy hand.\n\n**Acceptance criteria**\n\nIt is drawn.\n\n**Notes**\n\nIn ink.\n\n**Closed**\n\nDrawn twice',
    },
    { key: 'bd-3', title: 'Ink' },
  ]);
});

test('an issue that was deleted in Beads is none, and the remarks say so', () => {
  const { notes } = readRows(temporaryFile('issues.jsonl', lines), { preset: presets.beads });
  expect(notes).toEqual(['Deleted issues that are excluded: 1.']);
});

test('all five priorities of Beads are known', () => {
  const known = parsePriorityMap([presets.beads.priorityMap]);
  expect(['0', '1', '2', '3', '4'].map((text) => known.get(text))).toEqual([
    'urgent',
    'high',
    'medium',
    'low',
    'low',
  ]);
});

/** What rows without a preset say of how far their stories are. */
function stages(headings: string, ...lines: string[]) {
  const { rows } = readRows(temporaryFile('rows.csv', [headings, ...lines].join('\n')), {});
  return readEntries(rows, createMapping(rows, ['team="Team"'])).map(({ status, statusCategory }) =>
    statusCategory === undefined ? status : [status, statusCategory],
  );
}

test('what has a day of its completion is completed, unless its status says something else', () => {
  expect(stages('title,closedAt', 'A,2026-01-02', 'B,')).toEqual([['completed', 'completed'], undefined]);
  expect(stages('title,closed,closedAt', 'A,true,2026-01-02', 'B,false,')).toEqual([
    'completed',
    'unstarted',
  ]);
  expect(stages('title,done', 'A,Yes', 'B,No')).toEqual(['completed', 'unstarted']);
  // A day is no mark.
  expect(stages('title,completed', 'A,2026-01-02', 'B,')).toEqual([['completed', 'completed'], undefined]);
  expect(
    stages('title,state,closedAt', 'A,Verified,2026-01-02', 'B,Verified,', 'C,In progress,2026-01-02'),
  ).toEqual([['Verified', 'completed'], 'Verified', 'In progress']);
});

test('columns are known also where they name what the rows are', () => {
  expect(guessed('Ticket ID,Ticket Title,Ticket Status', '1,Draw,Open')).toMatchObject({
    key: 'Ticket ID',
    title: 'Ticket Title',
    status: 'Ticket Status',
  });
  expect(guessed('任务编号,任务名称,任务状态,任务描述', '1,画,已完成,全部')).toMatchObject({
    key: '任务编号',
    title: '任务名称',
    status: '任务状态',
    description: '任务描述',
  });
});

test('parents can be named by their titles', () => {
  const { rows } = readRows(temporaryFile('rows.csv', 'ID,Name,Parent\n1,Engine,\n2,Draw,Engine\n'), {});
  const entries = readEntries(rows, createMapping(rows, ['team="Team"']));
  const { parentOf } = linkParents(entries);
  expect(parentOf.get(entries[1]!)).toBe(entries[0]);
});

test('lines before the headings are left out, with a remark', () => {
  const file =
    '"Date: 2026-01-02"\n"Status:\n0 Open\n1 Done"\n"Title","Tags","Due"\n"Draw","ink, pen","2026-02-03"\n';
  const { rows, notes } = readRows(temporaryFile('rows.csv', file), {});
  expect(rows.map(({ values }) => values)).toEqual([{ Title: 'Draw', Tags: 'ink, pen', Due: '2026-02-03' }]);
  expect(notes).toEqual(['Lines before the headings are left out.']);
  // A list of titles has commas as well.
  const list = readRows(temporaryFile('list.csv', 'Title\nInk, pens, paper\nTea, milk, sugar\n'), {});
  expect(list.rows).toHaveLength(2);
});

test('headings in quotation marks are read without them, also where cells have others', () => {
  const { rows } = readRows(temporaryFile('rows.tsv', '"Id"\t"Summary"\n1\tPay "now"\n2\t"Refund" it\n'), {});
  expect(rows[0]!.values).toMatchObject({ Id: '1', Summary: 'Pay "now"' });
});

test('the preview counts comments and links, and those links that a story has no room for', () => {
  const attachment = 'Attachment';
  const columns = Array.from({ length: 27 }, () => attachment).join(',');
  const cells = Array.from({ length: 27 }, (_, n) => `;;a${n}.png;https://example.com/${n}.png`).join(',');
  const file = temporaryFile('Jira.csv', `Issue key,Summary,Comment,${columns}\nPAY-1,Draw,Fine,${cells}\n`);
  const options = { list: [], map: [], statusMap: [], priorityMap: [], create: [], concurrency: 1 };
  const { notes } = readFile(
    file,
    { ...options, from: 'jira', sourceUrl: 'https://example.com/{id}' },
    { people: undefined, zone: { timeZone: undefined, notes: [] }, workbook: undefined },
  );
  expect(notes).toContain('Comments: 1, links: 27.');
  expect(notes).toContain('Links beyond the 25 of a story, which are left out: 2.');
});

test('an export of Linear without ids is imported, and the preview says what that means', () => {
  const file = temporaryFile('linear.csv', 'Title,Status,Creator\nDraw,Todo,ada\n');
  const options = { list: [], map: [], statusMap: [], priorityMap: [], create: [], concurrency: 1 };
  const zone = { timeZone: undefined, notes: [] };
  const { entries, notes } = readFile(
    file,
    { ...options, from: 'linear' },
    { people: undefined, zone, workbook: undefined },
  );
  expect(entries).toMatchObject([{ title: 'Draw', team: 'Linear', external: undefined }]);
  expect(notes).toContain('The rows have no key: they get no parents and relations.');
});
