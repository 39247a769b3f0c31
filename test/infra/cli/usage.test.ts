import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { fileWith, runAlone, runCli, runJson } from './cli.ts';
import { setUp } from './import-into.ts';

test.each([
  ['an unknown command', ['storys']],
  ['a missing command', ['stories']],
  ['an unknown option', ['stories', 'list', '--nope']],
  ['a missing argument', ['stories', 'show']],
  ['a missing option', ['stories', 'create', 'A']],
  ['an invalid value', ['stories', 'list', '--limit', 'many']],
])('%s ends with 2, and with --json its message is JSON', async (_, args) => {
  const { code, stdout, stderr } = await runCli(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toBe('');
  const asJson = await runCli([...args, '--json']);
  expect([asJson.code, asJson.stdout]).toEqual([2, '']);
  expect(JSON.parse(asJson.stderr)).toEqual({
    error: { code: 'usage', message: expect.stringMatching(/^.{8}/) },
  });
});

test('an unknown command says where the commands are, or which one is meant', async () => {
  expect((await runCli(['frobnicate'])).stderr).toBe(
    "error: unknown command 'frobnicate' (plotline --help lists the commands)\n",
  );
  expect((await runCli(['storys'])).stderr).toContain('(Did you mean stories?)');
});

test('words without quotes are neither one text nor several, and the refusal says how to write both', async () => {
  const { code, stderr } = await runCli(['stories', 'create', 'A', 'B', 'C', '--team', 'ENG']);
  expect([code, stderr]).toEqual([
    2,
    'error: too many arguments for \'create\'. Expected 1 argument but got 3: A, B, C. (put words that belong together into quotes: "A B C"; for several, run it once for each)\n',
  ]);
});

test('an unknown option says where the options are, and help of a command is that of its --help', async () => {
  expect((await runCli(['stories', 'list', '--nope'])).stderr).toBe(
    "error: unknown option '--nope' (plotline stories list --help lists them)\n",
  );
  // What is not near in spelling is not proposed.
  for (const [command, option] of [
    ['stories list', '--label'],
    ['time log', '--date'],
    ['objectives create', '--health'],
  ] as const)
    expect((await runCli([...command.split(' '), option, 'x'])).stderr).toMatch(
      /^error: unknown option '--\w+' \(plotline [a-z ]+ --help lists them\)\n$/,
    );
  expect((await runCli(['stories', 'list', '--sprnt', 'x'])).stderr).toBe(
    "error: unknown option '--sprnt'\n(Did you mean --sprint?)\n",
  );
  const asJson = JSON.parse((await runCli(['labels', 'lsit', '--json'])).stderr);
  expect(asJson.error.message).toBe("unknown command 'lsit'\n(Did you mean list?)");
  // A word to leave out of a search looks like one.
  expect((await runCli(['search', '-bug'])).stderr).toBe(
    "error: unknown option '-bug' (put -- before words that begin with a -, after all options)\n",
  );
  const [help, option] = await Promise.all([
    runAlone(['help', 'stories', 'create'], {}),
    runAlone(['stories', 'create', '--help'], {}),
  ]);
  expect(help.stdout).toBe(option.stdout);
  expect(help.stdout).toContain('Usage: plotline stories create');
});

test.each([
  ['frobnicate', '--help'],
  ['frobnicate', '-h'],
  ['help', 'frobnicate'],
  ['stories', 'frobnicate', '--help'],
  ['sprints', 'frobnicate', '--help'],
  ['help', 'schedule', 'frobnicate'],
  ['help', 'stories', 'frobnicate'],
  ['stories', 'help', 'frobnicate'],
])('help of a command that does not exist ends with 2: %s', async (...args) => {
  const { code, stdout, stderr } = await runAlone(args, {});
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining("unknown command 'frobnicate'")]);
});

test.each([
  ['sprints', 'update', 'One', '--team', 'ENG'],
  ['sprints', 'update', 'One', 'Two'],
  ['schedule', 'list', 'max', '--team', 'ENG'],
])('a command that a noun does not have is answered with those that it has: %s', async (...args) => {
  const { code, stderr } = await runAlone(args, {});
  expect([code, stderr]).toEqual([2, expect.stringContaining(`(plotline ${args[0]} has `)]);
});

test.each([
  [['--help'], 'Usage: plotline [options] [command]'],
  [['help'], 'Usage: plotline [options] [command]'],
  [['help', 'stories'], 'Usage: plotline stories'],
  [['stories', 'help', 'create'], 'Usage: plotline stories create'],
  [['stories', 'help'], 'Usage: plotline stories'],
  [['search', 'words', '--help'], 'Usage: plotline search'],
])('help of what exists ends with 0: %j', async (args, usage) => {
  const { code, stdout } = await runAlone(args, {});
  expect([code, stdout]).toEqual([0, expect.stringContaining(usage)]);
});

test.each([
  [['keys', 'list', '-w', 'demo'], 'plotline keys list is not about one workspace'],
  [['changes', '-w', 'demo'], 'its workspace is that of the token'],
])('a workspace where none can be named is answered with the reason: %j', async (args, reason) => {
  const { code, stderr } = await runAlone(args, {});
  expect([code, stderr]).toEqual([2, `error: unknown option '-w' (${reason})\n`]);
});

test.each([
  [
    ['workspaces', 'create'],
    "required option '--slug <slug>' not specified (usage: plotline workspaces create <name> --slug <slug>)",
  ],
  [
    ['workspaces', 'create', '--slug', 'x'],
    "missing required argument 'name' (usage: plotline workspaces create <name> --slug <slug>)",
  ],
])('what is missing is answered with all that is needed: %j', async (args, reason) => {
  const { code, stderr } = await runAlone(args, {});
  expect([code, stderr]).toEqual([2, `error: ${reason}\n`]);
});

test('a file that does not exist is said so, whatever its name', async () => {
  const { env } = await setUp();
  for (const file of ['missing', 'missing.csv', 'missing.txt', './no/such/folder']) {
    const { code, stderr } = await runCli(['import', file, '--dry-run'], env);
    expect([file, code, stderr]).toEqual([file, 1, `There is no file ${file}.\n`]);
  }
});

test('a token without a service to send it to is answered with how to name one', async () => {
  const env = { PLOTLINE_HOME: '/nowhere', PLOTLINE_TOKEN: 'plt_pat_x' };
  const { code, stderr } = await runAlone(['stories', 'list'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('set another service with --url')]);
});

test('a failure ends with 1, and with --json names its code', async () => {
  const { workspace, env } = await setUp();
  const args = ['stories', 'show', 'ENG-99', '-w', workspace.path.split('/').at(-1)!];
  expect((await runCli(args, env)).code).toBe(1);
  const { code, stderr } = await runCli([...args, '--json'], env);
  expect(code).toBe(1);
  expect(JSON.parse(stderr).error).toMatchObject({ message: expect.stringContaining('ENG-99') });
});

test('an update without a change ends with 2', async () => {
  const { workspace, env } = await setUp();
  const args = ['stories', 'update', 'ENG-1', '-w', workspace.path.split('/').at(-1)!];
  const { code, stderr } = await runCli(args, env);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^Set at least one of: --title/)]);
});

test('--version prints the version, and help ends with 0', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await runCli(['stories', '--help'])).toMatchObject({ code: 0, stderr: '' });
});

test('a description that is a dash is read from standard input', async () => {
  const { workspace, person, env } = await setUp();
  const inWorkspace = ['-w', workspace.path.split('/').at(-1)!, '--json'];
  const args = ['stories', 'create', 'A', '--team', 'ENG', '--by', person.id, '--description', '-'];
  const { code, stdout, stderr } = await runAlone([...args, ...inWorkspace], env, '# Why\n\nBecause.\n');
  expect(code, stderr).toBe(0);
  const { reference, description } = JSON.parse(stdout) as { reference: string; description: string };
  expect(description).toBe('# Why\n\nBecause.');
  expect(await runJson(['stories', 'show', reference, ...inWorkspace.slice(0, 2)], env)).toMatchObject({
    description,
  });
});

test.each([
  ['/dev/null/copy', 'a part of its path is not a folder'],
  // The system says of a new folder that it does not exist.
  ['/proc/copy', 'it does not exist'],
])('the folder %s, which cannot be made, is named, as what the caller can mend', async (folder, reason) => {
  const { person } = await setUp();
  const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: person.token };
  const { code, stderr } = await runCli(['export', folder], env);
  expect([code, stderr]).toEqual([1, `plotline cannot use ${folder}: ${reason}.\n`]);
});

test('help is as wide as a terminal below the options too, and breaks no line twice', async () => {
  for (const command of ['export', 'import', 'sync', 'rebuild']) {
    const { stdout } = await runAlone([command, '--help'], {});
    const [, closing = ''] = stdout.split('display help for command\n');
    const lines = closing.trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const [at, line] of lines.entries()) {
      if (/^\s|^$/.test(line)) continue;
      expect(line.length, line).toBeLessThanOrEqual(80);
      const [next = ''] = /^\S+/.exec(lines[at + 1] ?? '') ?? [];
      if (next !== '') expect(`${line} ${next}`.length, line).toBeGreaterThan(80);
    }
  }
});

test('an import says whose its token is where another workspace is named', async () => {
  const { workspace, env } = await setUp();
  const file = fileWith('rows.csv', 'title,team\nA,ENG\n');
  const other = await runCli(['import', file, '--dry-run', '-w', 'another'], env);
  expect([other.code, other.stderr]).toEqual([
    1,
    `The token is of the workspace ${workspace.slug}, not of another: use a token of that one, such as one that ` +
      'plotline tokens create --workspace another makes.\n',
  ]);
  for (const own of [workspace.slug, workspace.id])
    expect((await runCli(['import', file, '--dry-run', '-w', own], env)).code).toBe(0);
});
