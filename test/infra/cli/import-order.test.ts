import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileWith, runAlone, runCli, temporaryFolder } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

const ROWS = 120;

test('numbers follow the order of the file, and the outcome names the story of each row', async () => {
  const { run, stories } = await setUp();
  const rows = Array.from({ length: ROWS }, (_, position) => ({
    key: `WEB-${position + 1}`,
    title: `Row ${position + 1}`,
    // Longer texts of the first ones must not let the others overtake them.
    description: 'x'.repeat(position < 10 ? 5_000 : 1),
  }));
  const { created, references } = await run([json(rows), ...intoEng]);
  expect(created).toBe(ROWS);
  const all = await stories();
  expect(rows.map(({ title }) => all[title]!.sequenceId)).toEqual(rows.map((_, position) => position + 1));
  expect(references).toEqual(
    rows.map(({ key, title }, position) => ({
      row: position + 1,
      key,
      outcome: 'created',
      reference: all[title]!.reference,
    })),
  );
});

test('a parent comes right before the first of its children, and the rest stays in order', async () => {
  const { run, stories } = await setUp();
  const rows = [
    { key: 'a', title: 'A' },
    { key: 'b', title: 'B', parent: 'd' },
    { key: 'c', title: 'C', parent: 'a' },
    { key: 'd', title: 'D' },
    { key: 'e', title: 'E', parent: 'b' },
  ];
  await run([json(rows), ...intoEng]);
  const numbered = Object.values(await stories()).sort((a, b) => a.sequenceId - b.sequenceId);
  expect(numbered.map(({ title }) => title).join('')).toBe('ADBCE');
});

test('teams that are parents of each other do not wait for each other forever', async () => {
  const { run, workspace, person } = await setUp();
  const other = await workspace.team({ name: 'Other', code: 'OTH' });
  await person.client.post(`${workspace.path}/teams/${other.id}/members`, { memberId: person.id });
  const rows = Array.from({ length: 60 }, (_, position) => ({
    key: String(position),
    title: `Row ${position}`,
    team: position % 2 === 0 ? 'ENG' : 'OTH',
    ...(position >= 3 ? { parent: String(position - 3) } : {}),
  }));
  expect(await run([json(rows), '--create', 'teams'])).toMatchObject({ created: 60, refused: 0 });
});

test('the report lists the story of each row, and every column that is not imported', async () => {
  const { run, env } = await setUp();
  const columns = Array.from({ length: 40 }, (_, position) => `column ${position} of another tool`);
  const extra = Object.fromEntries(columns.map((column) => [column, 'x']));
  const report = join(temporaryFolder(), 'report.jsonl');
  const file = json([
    { key: 'OLD-7', title: 'A', ...extra },
    { key: 'OLD-8', title: 'B' },
  ]);
  const { unmapped } = await run([file, ...intoEng, '--report', report]);
  expect(unmapped).toEqual(columns);
  const lines = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { kind: string; column?: string; becomes?: string[]; reason?: string },
    );
  expect(lines.filter(({ kind }) => kind === 'story')).toEqual([
    { kind: 'story', row: 1, key: 'OLD-7', outcome: 'created', reference: 'ENG-1' },
    { kind: 'story', row: 2, key: 'OLD-8', outcome: 'created', reference: 'ENG-2' },
  ]);
  expect(lines.filter(({ kind }) => kind === 'column')).toEqual([
    { kind: 'column', column: 'key', becomes: ['key'], values: 2, omitted: 0 },
    { kind: 'column', column: 'title', becomes: ['title'], values: 2, omitted: 0 },
    ...columns.map((column) => ({
      kind: 'column',
      column,
      becomes: [],
      values: 1,
      omitted: 1,
      reason: 'no field takes it; --map FIELD=COLUMN or --map cf.KEY=COLUMN does',
    })),
  ]);
  const { stdout } = await runCli(['import', file, ...intoEng, '--yes'], env);
  expect(stdout).toContain(columns.at(-1));
  expect(stdout).toMatch(/^2 +OLD-8 +ENG-2$/m);
});

test('an import without a terminal imports nothing unless --yes is given', async () => {
  const { env, stories } = await setUp();
  const args = ['import', json([{ title: 'A' }]), ...intoEng];
  const asked = await runAlone(args, env, 'n\n');
  expect(asked.code).toBe(1);
  expect(asked.stderr).toMatch(/1 rows will be imported\..*no terminal.*--yes/);
  expect(await stories()).toEqual({});
  expect((await runAlone([...args, '--yes'], env)).code).toBe(0);
  expect(Object.keys(await stories())).toEqual(['A']);
});

test('a dash reads standard input, for which the format must be said', async () => {
  const { env, stories } = await setUp();
  const rows = '{"title":"From a pipe"}\n';
  const unsaid = await runAlone(['import', '-', ...intoEng, '--yes'], env, rows);
  expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringMatching(/Standard input with --format/)]);
  const args = ['import', '-', '--format', 'jsonl', ...intoEng];
  expect((await runAlone([...args, '--yes'], env, rows)).code).toBe(0);
  expect(Object.keys(await stories())).toEqual(['From a pipe']);
});

test('a dry run that is asked for a report writes what would be left out, of all files', async () => {
  const { stories, env } = await setUp();
  const report = join(temporaryFolder(), 'report.jsonl');
  const one = fileWith('one.csv', 'Summary,Mood\nAn,good\n');
  const other = fileWith('other.csv', 'Summary,Mood\nTwo,bad\n,worse\n');
  const args = [...intoEng, '--dry-run', '--report', report];
  const { code, stderr } = await runCli(['import', one, other, ...args], env);
  expect(code, stderr).toBe(0);
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'import', dryRun: true },
    { kind: 'column', column: 'Summary' },
    { kind: 'column', column: 'Mood', omitted: 1 },
    { kind: 'column', column: 'Summary' },
    { kind: 'column', column: 'Mood' },
    { kind: 'refused', row: 2 },
  ]);
  expect(Object.keys(await stories())).toEqual([]);
});
