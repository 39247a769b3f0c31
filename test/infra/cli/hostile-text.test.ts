import { expect, test } from 'vitest';
import { newKey } from '../../support/workspace.ts';
import { fileWith, runCli, startCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

/** Clears the screen by a C1 control, hides text by a color and reorders it. */
const HOSTILE = 'Nice\u009b2J\u202eidea\u200b';
/** As much of it as a title can have. */
const TITLE = 'Nice\u200bidea\ufeff';
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\ufeff]/;

test('titles of others reach a terminal as plain text, in lists, records and sentences', async () => {
  const { workspace, person, team, env } = await setUp();
  const headers = { 'idempotency-key': newKey() };
  const story = { title: TITLE, description: HOSTILE, teamId: team.id };
  const { json: made } = await person.client.post(`${workspace.path}/stories`, story, headers);
  const { reference } = made.data as { reference: string };
  const inWorkspace = ['-w', workspace.path.split('/').at(-1)!];
  for (const args of [
    ['stories', 'list'],
    ['stories', 'show', reference],
    ['search', 'idea'],
    ['stories', 'update', reference, '--title', HOSTILE],
    ['stories', 'list', '--sprint', HOSTILE],
  ]) {
    const { stdout, stderr } = await runCli([...args, ...inWorkspace], env);
    expect(stdout + stderr, args.join(' ')).not.toMatch(UNSAFE);
  }
  const { stdout } = await runCli(['stories', 'show', reference, ...inWorkspace, '--json'], env);
  expect(stdout).not.toMatch(UNSAFE);
  expect(JSON.parse(stdout)).toMatchObject({ title: TITLE, description: HOSTILE });
});

test('the plan and the outcome of an import, and its errors, are plain text too', async () => {
  const { env } = await setUp();
  const rows = [
    { id: HOSTILE, title: HOSTILE, status: HOSTILE, [HOSTILE]: 'x' },
    { id: HOSTILE, title: 'B' },
  ];
  const plan = await runCli(['import', json(rows), ...intoEng, '--yes'], env);
  expect(plan.stdout).toContain('Nice');
  expect(plan.stdout + plan.stderr).not.toMatch(UNSAFE);
  const bad = await runCli(['import', fileWith('a.json', `{"${HOSTILE}":[],"b":[]}`)], env);
  expect(bad.stderr).toContain('Nice');
  expect(bad.stderr).not.toMatch(UNSAFE);
});

test.each([
  ['array', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
  ['object', (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)],
])('a deeply nested %s ends an import with the file and what to do', async (_, nest) => {
  const { env } = await setUp();
  const row = `{"title":"Deep","extra":${nest(50_000)}}`;
  for (const [name, text, where] of [
    ['deep.json', `[${row}]`, 'deep.json'],
    ['deep.jsonl', `{"title":"A"}\n${row}`, 'Line 2 of deep.jsonl'],
  ] as const) {
    const { code, stderr } = await runCli(['import', fileWith(name, text), ...intoEng, '--yes'], env);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `${where} has values nested deeper than 100 levels; remove or flatten them and import it again.\n`,
    );
  }
});

test('a list that is watched has no escape codes in a pipe', async () => {
  const { workspace, env } = await setUp();
  const { child, ended } = startCli(
    ['stories', 'list', '--watch', '-w', workspace.path.split('/').at(-1)!],
    env,
  );
  await new Promise((listed) => child.stdout.once('data', listed));
  child.kill('SIGTERM');
  const { stdout } = await ended;
  expect(stdout).toMatch(/No stories match/);
  expect(stdout).not.toMatch(UNSAFE);
});
