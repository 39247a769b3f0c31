import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  comparable,
  readExamples,
  sentByCurl,
  valuesFor,
  type SentRequest,
  type ShownExample,
} from '../docs/shown-examples.ts';
import { newStoryWorkspace, type StoryApi } from '../stories/story-api.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { RECORDER, SECRETS, TWICE, WRITTEN_BACK, WRONG } from './stranger-programs.ts';
import type { TestWorkspace } from '../support/workspace.ts';

/** The package as a service serves it, in a project of a stranger who has read its README alone. */
const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const project = mkdtempSync(join(tmpdir(), 'plotline-client-'));

/** The programs of the README, in their order. */
const programs = [
  ...readFileSync(resolve(root, 'client/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs),
].map(([, program]) => program!);
const [first = '', integration = '', welcome = '', receiver = ''] = programs;

let workspace: TestWorkspace;
let api: StoryApi;
let token: string;
let teamId: string;
let memberId: string;
let examples: ShownExample[];

beforeAll(async () => {
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'stranger', type: 'module', private: true }),
  );
  await installAsDocumented();
  for (const [name, program] of Object.entries({ first, integration, welcome, receiver })) {
    writeFileSync(join(project, `${name}.ts`), program);
  }
  const made = await newStoryWorkspace();
  ({ workspace, api } = made);
  teamId = made.team.id;
  ({ token } = made.member);
  memberId = made.member.id;
  examples = await readExamples();
});

/** Installs the client with the command that the card of the first page shows; its README is true at any address. */
async function installAsDocumented(): Promise<void> {
  const { baseUrl } = sharedService();
  const command = `npm install ${baseUrl}/client.tgz`;
  const ofAnyService = `export PLOTLINE_URL=${baseUrl}\nnpm install $PLOTLINE_URL/client.tgz`;
  for (const [path, shown] of Object.entries({
    '/': command,
    '/docs': command,
    '/docs/client': ofAnyService,
  })) {
    const page = await (await fetch(baseUrl + path, { headers: { accept: 'text/html' } })).text();
    expect(page.replaceAll(/<[^>]+>/g, ''), path).toContain(shown);
  }
  const [program, ...parameters] = command.split(' ') as [string, ...string[]];
  await run(program, [...parameters, '--no-audit', '--no-fund', '--cache', join(project, '.npm')], {
    cwd: project,
  });
}

const running: ChildProcess[] = [];
afterAll(() => {
  for (const one of running) one.kill('SIGKILL');
  rmSync(project, { recursive: true, force: true });
});

const environment = () => ({ ...process.env, PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: token });

test('npm packs from a fresh copy what a service serves', async () => {
  const copy = join(project, 'copy');
  const made = ['client/src/generated', 'client/dist'].map((name) => resolve(root, name));
  for (const name of ['client', 'infra'])
    cpSync(resolve(root, name), join(copy, name), {
      recursive: true,
      filter: (file) => !made.includes(file),
    });
  for (const name of ['shared', 'node_modules', 'package-lock.json', 'package.json', 'LICENSE'])
    symlinkSync(resolve(root, name), join(copy, name));
  await run('npm', ['pack', './client', '--offline', '--cache', join(project, '.npm')], { cwd: copy });
  await run('tar', ['-xzf', 'plotline-client-1.0.0.tgz'], { cwd: copy });
  await run('diff', ['--recursive', join(copy, 'package'), join(project, 'node_modules/@plotline/client')]);
});

test('the package has its types, one module and nothing else, and no dependencies', () => {
  const folder = join(project, 'node_modules/@plotline/client');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object & {
    dependencies?: object;
  };
  expect(dependencies).toBeUndefined();
  for (const file of ['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']) {
    expect(existsSync(join(folder, file)), file).toBe(true);
  }
  expect(existsSync(join(folder, 'src'))).toBe(false);
});

test('programs of the README and examples of the documentation have the right types for a stranger', async () => {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    // As `tsc --init` of TypeScript 5.9 writes them.
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUncheckedSideEffectImports: true,
    noEmit: true,
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots: [resolve(root, 'node_modules/@types')],
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'wrong.ts'), WRONG);
  writeFileSync(join(project, 'secrets.ts'), SECRETS);
  writeFileSync(join(project, 'written-back.ts'), WRITTEN_BACK);
  writeFileSync(join(project, 'examples.ts'), exampleProgram());
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = resolve(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('types of the client have at most 300 KB', () => {
  const types = join(project, 'node_modules/@plotline/client/dist/generated/schema.d.ts');
  expect(readFileSync(types).byteLength).toBeLessThanOrEqual(300_000);
});

/** The TypeScript of all examples as functions, by operation. */
function exampleProgram(): string {
  const functions = examples.map(
    ({ id, typescript }) => `${id}: async () => {\n${typescript.replaceAll(/^import .*$/gm, '')}\n},`,
  );
  return [
    `import { createPlotline } from '@plotline/client';`,
    `export const examples: Record<string, () => Promise<void>> = {\n${functions.join('\n')}\n};`,
  ].join('\n');
}

test('the TypeScript of each example of the documentation sends the request that its curl sends', async () => {
  writeFileSync(join(project, 'recorder.ts'), RECORDER);
  const { stdout } = await run(process.execPath, ['recorder.ts'], {
    cwd: project,
    env: { ...process.env, ...valuesFor(examples) },
    maxBuffer: 64 * 1024 * 1024,
  });
  const byClient = JSON.parse(stdout) as Record<string, SentRequest[]>;
  expect(examples.length).toBeGreaterThan(250);
  for (const [id, request] of sentByCurl(examples))
    expect(comparable(byClient[id]!), id).toEqual(comparable([request]));
});

test('the first program of the README creates a story and lists it', async () => {
  const { stdout } = await run(process.execPath, ['first.ts'], { cwd: project, env: environment() });
  const [reference, ...lines] = stdout.trim().split('\n');
  expect(lines).toContain(`${reference} Try the client`);
});

test('a change that comes twice creates once, as the README writes it', async () => {
  writeFileSync(join(project, 'twice.ts'), TWICE);
  const { stdout } = await run(process.execPath, ['twice.ts'], { cwd: project, env: environment() });
  expect(stdout.trim()).toBe('1');
});

test('a method returns the secret that is shown once, as a field of its result', async () => {
  writeFileSync(join(project, 'secrets.ts'), SECRETS);
  writeFileSync(join(project, 'written-back.ts'), WRITTEN_BACK);
  const { stdout } = await run(process.execPath, ['secrets.ts'], { cwd: project, env: environment() });
  expect(JSON.parse(stdout)).toEqual({
    token: expect.stringMatching(/^plt_pat_/) as string,
    isListed: true,
    name: 'string',
  });
});

test('an app that imports the client gets at most 20 KB, compressed', async () => {
  const { outputFiles } = await build({
    stdin: { contents: first, resolveDir: project, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(20_000);
});

test('an integration of two dozen lines survives kill -9, a rotated token, and changes of others meanwhile', async () => {
  expect(integration.trim().split('\n').length).toBeLessThanOrEqual(24);
  const folder = join(project, 'integration');
  mkdirSync(folder);
  writeFileSync(join(folder, 'token'), token);
  const start = () => {
    const child = spawn(process.execPath, ['../integration.ts'], { cwd: folder, env: environment() });
    running.push(child);
    return child;
  };
  const kill = async (child: ChildProcess) => {
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGKILL');
    await ended;
  };
  const isHigh = async (id: string) => (await api.read(id)).priority === 'high';

  let child = start();
  await until(async () => existsSync(join(folder, 'cursor')));
  const before = await api.create({ teamId, title: 'urgent: before' });
  await until(() => isHigh(before.id));
  await kill(child);

  // What happens while it is stopped: stories, and a change of one that it has not seen.
  const missed = await api.create({ teamId, title: 'urgent: missed' });
  await api.change(missed, { title: 'urgent: missed, and renamed' });
  const calm = await api.create({ teamId, title: 'calm' });
  child = start();
  await until(() => isHigh(missed.id));
  expect(await isHigh(calm.id)).toBe(false);
  await kill(child);

  child = start();
  const { token: next } = await workspace.tokenFor(memberId);
  writeFileSync(join(folder, 'token'), next);
  const after = await api.create({ teamId, title: 'urgent: after' });
  await until(() => isHigh(after.id));
  await kill(child);
});

test('webhooks are verified by the old and the new secret, and refused when they are changed or old', async () => {
  const { verifyWebhook } = (await import(join(project, 'node_modules/@plotline/client/dist/index.js'))) as {
    verifyWebhook: (body: string, headers: object, secrets: string[], options?: object) => Promise<unknown>;
  };
  const [former, current] = ['a'.repeat(32), 'b'.repeat(32)].map((key) => Buffer.from(key));
  const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`;
  const now = new Date('2030-01-01T00:00:00Z');
  const timestamp = String(now.getTime() / 1_000);
  const body = '{"type":"story.created"}';
  const signedBy = (key: Buffer) =>
    `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`;
  const headers = (signature: string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
  const secrets = [secretOf(former!), secretOf(current!)];
  const told = { type: 'story.created' };
  expect(await verifyWebhook(body, headers(signedBy(former!)), secrets, { now })).toEqual(told);
  expect(await verifyWebhook(body, headers(`v1,AAAA ${signedBy(current!)}`), secrets, { now })).toEqual(told);
  const refused: Parameters<typeof verifyWebhook>[] = [
    [`${body} `, headers(signedBy(current!)), secrets, { now }],
    [body, headers(signedBy(current!)), [secretOf(former!)], { now }],
    [body, headers(signedBy(current!)), secrets, { now: new Date(now.getTime() + 301_000) }],
    [body, {}, secrets, { now }],
  ];
  for (const one of refused)
    await expect(verifyWebhook(...one)).rejects.toMatchObject({ name: 'InvalidWebhook' });
});
