import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fishCompletion } from '../../cli/completion/fish.ts';
import { completedCommands } from '../../cli/completion/command-tree.ts';
import { createProgram } from '../../cli/program.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { sharedService } from '../support/service.ts';
import { freshCopy } from './fresh-copy.ts';

/** Both packages, packed from a fresh copy and installed by a stranger who has no network. */
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'plotline-packages-'));
const copy = join(folder, 'copy');
const stranger = join(folder, 'stranger');
const installed = (name: string): string => join(stranger, 'node_modules/@plotline', name);
const tarball = (name: string): string => join(copy, `plotline-${name}-1.0.0.tgz`);
const names = ['cli', 'client'];

let member: { token: string };
let code: string;
let teamId: string;

beforeAll(async () => {
  mkdirSync(stranger);
  writeFileSync(join(stranger, 'package.json'), '{ "private": true, "type": "module" }');
  freshCopy(copy);
  const offline = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, '.npm')];
  for (const name of names) await run('npm', ['pack', `./${name}`, ...offline], { cwd: copy });
  await run('npm', ['install', ...offline, ...names.map(tarball)], { cwd: stranger });
  const made = await newStoryWorkspace();
  member = await made.workspace.person('admin', [made.team]);
  ({ code, id: teamId } = made.team);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = (name: string): string[] =>
  readdirSync(installed(name), { recursive: true, encoding: 'utf8' })
    .map((file) => join(installed(name), file))
    .filter((file) => statSync(file).isFile());

/** Runs the command that npm has linked, as the member; `first` is what Node.js loads before it. */
async function plotline(args: readonly string[], { first = '', ...env }: Record<string, string> = {}) {
  const { exit, stdout, stderr } = await run(join(stranger, 'node_modules/.bin/plotline'), args, {
    cwd: stranger,
    env: {
      PATH: process.env['PATH'],
      HOME: stranger,
      NO_COLOR: '1',
      PLOTLINE_URL: sharedService().baseUrl,
      PLOTLINE_TOKEN: member.token,
      ...(first && { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(first)}` }),
      ...env,
    },
  }).then(
    (output) => ({ ...output, exit: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, exit: error.code }),
  );
  return { exit, stdout, stderr };
}

test.each(names)('@plotline/%s has what npm, Node.js and TypeScript expect of a package', async (name) => {
  const tar = readFileSync(tarball(name));
  const bytes = new Uint8Array(tar).buffer;
  expect((await publint({ pack: { tarball: bytes }, strict: true })).messages).toEqual([]);
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tar)));
  // It is an ES module, which Node.js 20.19 and later, and `import()` before, load from CommonJS.
  const accepted = ['CJSResolvesToESM', 'NoResolution'];
  const problems = types.types ? types.problems : [];
  expect(problems.filter(({ kind }) => !accepted.includes(kind))).toEqual([]);
  expect(types.types === false).toBe(name === 'cli');
});

test.each(names)('@plotline/%s needs no other package, and runs nothing when it is installed', (name) => {
  const { dependencies, scripts } = JSON.parse(
    readFileSync(join(installed(name), 'package.json'), 'utf8'),
  ) as { dependencies?: object; scripts: object };
  expect(dependencies).toBeUndefined();
  expect(Object.keys(scripts)).toEqual(['prepack']);
});

test('the command line has at most 1.5 MB in a few dozen files, without the service or the SDK of AWS', () => {
  const files = filesOf('cli');
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1_500_000);
  expect(files.length).toBeLessThanOrEqual(60);
  const ofAws = /AWS4-HMAC-SHA256|DynamoDB_20120810|@aws-sdk|@smithy/;
  expect(files.filter((file) => ofAws.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/** Prints the port of each connection. */
const WATCHER = `import { subscribe } from 'node:diagnostics_channel';
subscribe('net.client.socket', ({ socket }) => socket.once('connect', () => console.error('port', socket.remotePort)));`;

const portsIn = (stderr: string): string[] => [
  ...new Set([...stderr.matchAll(/^port (\d+)$/gm)].map(([, port]) => port!)),
];

test('a member uses it by the API alone', async () => {
  const { port } = new URL(sharedService().baseUrl);
  const works = async (...args: string[]) => {
    const { exit, stdout, stderr } = await plotline(args, { first: WATCHER });
    expect(exit, `${args.join(' ')}: ${stderr}`).toBe(0);
    // The files of an export come from where the service stores them.
    const others = args[0] === 'export' ? [] : portsIn(stderr).filter((one) => one !== port);
    expect(others, args.join(' ')).toEqual([]);
    return stdout;
  };
  expect((await plotline(['--version'], { first: WATCHER })).stderr).toBe('');
  expect(portsIn((await plotline(['labels', 'list'], { first: WATCHER })).stderr)).toEqual([port]);
  expect(await works('whoami')).toContain('admin');
  const { reference } = JSON.parse(
    await works('stories', 'create', 'From a package', '--team', code, '--json'),
  ) as { reference: string };
  expect(await works('stories', 'list', '--team', code)).toContain(`${reference}`);
  expect(await works('stories', 'list', 'is:open', '--json')).toContain(teamId);
  expect(await works('history', reference)).toContain('created the story');
  expect(await works('changes', '--json')).toContain('"rest"');
  expect(await works('proposals', 'list')).toBe('There are no proposals.\n');
  writeFileSync(join(stranger, 'stories.csv'), `Title,Team\nFrom a file,${code}\n`);
  await works('import', 'stories.csv', '--yes');
  expect(await works('stories', 'list')).toContain('From a file');
  await works('export', 'exported');
  expect(readFileSync(join(stranger, 'exported/stories.jsonl'), 'utf8')).toContain(reference);
  await works('import', 'exported', '--dry-run');
});

test('operators are told that they need a clone', async () => {
  const sentence =
    'This is for operators, who run it in a clone of the repository. As a member, sign in with plotline login, or set PLOTLINE_TOKEN and PLOTLINE_URL.';
  for (const args of [
    ['stories', 'list', '--table', 'Plotline'],
    ['keys', 'rotate'],
    ['webhooks', 'replay'],
  ])
    expect(await plotline(args)).toEqual({ exit: 1, stdout: '', stderr: `${sentence}\n` });
  const asJson = await plotline(['stories', 'list', '--local', '--json']);
  expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: 'failed', message: sentence } });
});

test('the package has every command of a clone but those of operators, and the same help', async () => {
  const program = await createProgram();
  const operate = program.commands.filter((command) => command.helpGroup() === 'Operate:');
  const { stdout: help } = await plotline(['--help']);
  for (const command of program.commands) expect(help).toContain(`  ${command.name()}`);
  (program.commands as unknown[]).splice(
    0,
    Infinity,
    ...program.commands.filter((one) => !operate.includes(one)),
  );
  const { stdout } = await plotline(['completion', 'fish']);
  expect(stdout).toBe(fishCompletion(completedCommands(program)));
  expect((await plotline(['storeis'])).stderr).toContain('Did you mean stories?');
});

/** Takes away what Node.js 20 does not have. */
const OLDER = `import module, { createRequire } from 'node:module';
delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers; delete Promise.try; delete Array.fromAsync;
delete URL.parse; delete RegExp.escape; delete Error.isError; delete Uint8Array.fromBase64; delete Math.sumPrecise;
for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'])
  delete Set.prototype[name];
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
  delete iterators[name];
delete module.enableCompileCache;
const { getBuiltinModule } = process;
process.getBuiltinModule = (name) => (name === 'node:sqlite' ? undefined : getBuiltinModule(name));`;

test('the package runs without what versions of Node.js after 20 have, and says where it cannot', async () => {
  const older = (...args: string[]) => plotline(args, { first: OLDER });
  expect((await older('sprints', 'list')).stderr).toBe('');
  expect(JSON.parse((await older('stories', 'list', '--json')).stdout)).toBeInstanceOf(Array);
  writeFileSync(join(stranger, 'older.csv'), `Title,Team\nFrom an older file,${code}\n`);
  expect(await older('import', 'older.csv', '--yes')).toMatchObject({ exit: 0 });
  const sync = await older('sync', 'mirror', '--once');
  expect(sync.exit).toBe(1);
  expect(sync.stderr).toContain('This needs Node.js 22.13 or later');
});
