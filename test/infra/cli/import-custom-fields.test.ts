import { expect, test } from 'vitest';
import { fieldApi } from '../../custom-fields/field-api.ts';
import { fileWith, runCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

test('columns become custom fields by their types, and what does not fit is left out', async () => {
  const { workspace, person, run, stories } = await setUp();
  const fields = fieldApi(workspace, person.client);
  const options = ['Low', 'High', 'Very high'];
  await fields.create({ key: 'severity', type: 'select', options });
  await fields.create({ key: 'areas', type: 'multi_select', options });
  await fields.create({ key: 'cost', type: 'number' });
  await fields.create({ key: 'seen', type: 'date' });
  await fields.create({ key: 'checked', type: 'checkbox' });
  await fields.create({ key: 'owner', type: 'user' });
  await fields.create({ key: 'page', type: 'url' });
  await fields.create({ key: 'note', type: 'text' });
  const elsewhere = await workspace.team({ code: 'OPS' });
  const admin = await workspace.person('admin', [elsewhere]);
  await fieldApi(workspace, admin.client).create({ key: 'theirs', teamId: elsewhere.id });
  const file = json([
    {
      id: 1,
      title: 'All',
      Severity: 'very HIGH',
      Areas: 'low; high',
      Cost: 12.5,
      Seen: '8 August 2026',
      Done: 'yes',
      Owner: person.id,
      Page: 'https://example.com/a',
      Tags: ['a', 'b'],
    },
    { id: 2, title: 'Odd', Severity: 'Huge', Cost: 'many', Seen: 'soon', Done: 'maybe', Owner: 'No one' },
    { id: 3, title: 'None' },
  ]);
  const sources = {
    severity: 'Severity',
    areas: 'Areas',
    cost: 'Cost',
    seen: 'Seen',
    checked: 'Done',
    owner: 'Owner',
    page: 'Page',
    note: 'Tags',
  };
  const maps = Object.entries(sources).flatMap(([key, column]) => ['--map', `cf.${key}=${column}`]);
  const summary = await run([file, ...intoEng, ...maps]);
  const found = await stories();
  expect(found['All']!.customFields).toEqual({
    severity: 'Very high',
    areas: ['Low', 'High'],
    cost: 12.5,
    seen: '2026-08-08',
    checked: true,
    owner: person.id,
    page: 'https://example.com/a',
    note: 'a, b',
  });
  expect([found['Odd']!.customFields, found['None']!.customFields]).toEqual([{}, {}]);
  const dropped = summary.warnings
    .map(({ field, value, reason }: any) => [field, value, reason])
    .filter(([field]: [string]) => field.startsWith('cf.'));
  expect(dropped.toSorted()).toEqual([
    ['cf.checked', 'maybe', 'cf.checked is not true or false: left out'],
    ['cf.cost', 'many', 'cf.cost is not a number: left out'],
    ['cf.owner', 'No one', 'cf.owner is not a member of the workspace: left out'],
    ['cf.seen', 'soon', 'cf.seen is not a date: left out'],
    ['cf.severity', 'Huge', 'cf.severity is not among its options Low, High, Very high: left out'],
  ]);
  // The same file again makes nothing.
  await run([file, ...intoEng, ...maps]);
  expect(Object.keys(await stories())).toHaveLength(3);
});

test('a custom field that there is not stops the import before it begins', async () => {
  const { workspace, person, env, stories } = await setUp();
  await fieldApi(workspace, person.client).create({ key: 'severity' });
  const file = json([{ id: 1, title: 'One', Severity: 'High' }]);
  const args = ['import', file, ...intoEng, '--map', 'cf.severty=Severity', '--yes'];
  const { code, stderr } = await runCli(args, env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/no custom field severty; .*severity/)]);
  expect(await stories()).toEqual({});
});

test('columns with most values become custom fields where a workspace cannot have one for each, and the preview names the others', async () => {
  const { run, list } = await setUp();
  const names = Array.from({ length: 56 }, (_, n) => `Trait ${n}`);
  // Each has one value more than the one before it.
  const rows = Array.from({ length: 56 }, (_, row) =>
    [`PAY-${row + 1}`, `Story ${row}`, 'Engine Room', ...names.map((_name, n) => (row <= n ? 'x' : ''))].join(
      ',',
    ),
  );
  const heading = ['Issue key', 'Summary', 'Project name', ...names.map((name) => `Custom field (${name})`)];
  const file = fileWith('jira.csv', [heading.join(','), ...rows].join('\n'));
  const args = [file, '--from', 'jira', '--create', 'fields', '--source-url', 'https://a.test/{id}'];
  const keep = ['--map', 'cf.first=Custom field (Trait 0)'];
  const plan = await run([...args, ...keep, '--dry-run']);
  const note = plan.notes.find((text: string) => text.includes('no custom fields'));
  expect(note).toContain('Custom field (Trait 6) (7), Custom field (Trait 5) (6)');
  expect(note).not.toContain('Trait 0');
  expect(plan.made).toHaveLength(50);
  const summary = await run([...args, ...keep]);
  expect(summary).toMatchObject({ created: 56, refused: 0 });
  expect(summary.made).toEqual(plan.made);
  const fields = await list<{ name: string }>('custom-fields');
  expect(fields.map(({ name }) => name).sort()).toEqual([names[0], ...names.slice(7)].sort());
  const use = summary.columns.find(({ column }: any) => column === 'Custom field (Trait 3)');
  expect(use).toMatchObject({ omitted: 4, reason: expect.stringMatching(/can have 50 custom fields/) });
}, 60_000);
