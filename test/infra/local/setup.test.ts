import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, temporaryFolder } from './support.ts';

/** Stands for npm: installs what the lock file says the way npm notes it, and counts its runs. */
const NPM = `#!/bin/sh
echo "$@" >> npm-runs
[ -e npm-fails ] && { echo 'npm said why' >&2; exit 1; }
sleep 0.2
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules/.bin
case "$*" in *--omit=dev*) ;; *) cp package-lock.json node_modules/.package-lock.json ;; esac
ln -sf "$REAL_NODE" node_modules/.bin/node
`;

function checkout() {
  const root = temporaryFolder();
  mkdirSync(join(root, 'infra/local'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  cpSync(join(ROOT, 'infra/local/setup.mjs'), join(root, 'infra/local/setup.mjs'));
  writeFileSync(join(root, 'bin/npm'), NPM);
  chmodSync(join(root, 'bin/npm'), 0o755);
  lock(root, '1.0.0');
  return root;
}

function lock(root: string, version: string): void {
  const packages = {
    '': {},
    'node_modules/a': { version },
    'node_modules/tool': { version, dev: true },
    'node_modules/b': { version, optional: true, os: ['plan9'], cpu: ['mips'] },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

interface Result {
  code: number | null;
  output: string;
}

const setup = (root: string, ...parameters: string[]): Promise<Result> =>
  runNode(root, ['infra/local/setup.mjs', ...parameters]);

/** A module that has this process say that its Node.js is old. */
const OLD_NODE = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.0.0" });';

/** The system's first user may write anywhere: a module that has its process be told what others are. */
const AS_ANOTHER =
  process.getuid?.() === 0
    ? [
        '--import',
        `data:text/javascript,${encodeURIComponent(`
          import fs from 'node:fs';
          import { syncBuiltinESMExports } from 'node:module';
          const { accessSync } = fs;
          fs.accessSync = (path, mode = 0) => {
            if (mode & fs.constants.W_OK && !(fs.statSync(path).mode & 0o200)) throw new Error('EACCES');
            accessSync(path, mode);
          };
          syncBuiltinESMExports();`)}`,
      ]
    : [];

function runNode(root: string, parameters: string[]): Promise<Result> {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:/bin:/usr/bin`, REAL_NODE: process.execPath },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

function npmRuns(root: string): number {
  return readFileSync(join(root, 'npm-runs'), 'utf8').trim().split('\n').length;
}

describe('the set-up script', () => {
  test('installs when nothing is installed, and is silent afterwards', async () => {
    const root = checkout();
    expect(await setup(root)).toEqual({ code: 0, output: expect.stringContaining('npm ci') as string });
    expect(readFileSync(join(root, 'npm-runs'), 'utf8')).toMatch(/^ci --no-audit --no-fund/);
    expect(await setup(root)).toEqual({ code: 0, output: '' });
    expect(npmRuns(root)).toBe(1);
  });

  test('installs again when the lock file names other versions', async () => {
    const root = checkout();
    await setup(root);
    lock(root, '2.0.0');
    await setup(root);
    expect(npmRuns(root)).toBe(2);
  });

  test('accepts an install that npm made on its own, without packages for other platforms', async () => {
    const root = checkout();
    await setup(root);
    rmSync(join(root, 'node_modules/.plotline-installed'));
    const [a, tool] = [{ version: '1.0.0' }, { version: '1.0.0' }];
    const installed = { packages: { 'node_modules/a': a, 'node_modules/tool': tool } };
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(installed));
    expect(await setup(root)).toEqual({ code: 0, output: '' });
    installed.packages['node_modules/a'].version = '0.9.0';
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(installed));
    expect((await setup(root)).output).not.toBe('');
  });

  test('installs once when two run at the same time', async () => {
    const root = checkout();
    const both = await Promise.all([setup(root), setup(root)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(npmRuns(root)).toBe(1);
  });

  test('installs what running needs, which a later whole install completes and serves, too', async () => {
    const root = checkout();
    expect((await setup(root, '--omit=dev')).output).toContain('what running needs');
    expect(await setup(root, '--omit=dev')).toEqual({ code: 0, output: '' });
    // Files of a running service stay in place.
    writeFileSync(join(root, 'node_modules/in-use'), '');
    expect((await setup(root)).output).toContain('the rest');
    expect(existsSync(join(root, 'node_modules/in-use'))).toBe(true);
    for (const parameters of [[], ['--omit=dev']]) {
      expect(await setup(root, ...parameters)).toEqual({ code: 0, output: '' });
    }
    const runs = readFileSync(join(root, 'npm-runs'), 'utf8').trim().split('\n');
    expect(runs).toEqual([
      expect.stringMatching(/^ci --omit=dev /),
      expect.stringMatching(/^install --no-save /),
    ]);
  });

  test('starts over when completing was interrupted', async () => {
    const root = checkout();
    await setup(root, '--omit=dev');
    writeFileSync(join(root, 'npm-fails'), '');
    expect((await setup(root)).code).toBe(1);
    rmSync(join(root, 'npm-fails'));
    expect((await setup(root, '--omit=dev')).output).toContain('npm ci --omit=dev');
  });

  test('says what to do in a folder that is not writable, and does not try', async () => {
    const root = checkout();
    chmodSync(root, 0o555);
    const { code, output } = await runNode(root, [...AS_ANOTHER, 'infra/local/setup.mjs']);
    chmodSync(root, 0o755);
    expect(output.trim().split('\n'), output).toHaveLength(1);
    expect(code).toBe(1);
    expect(output).toContain(`${root} is not writable for you: run the command in a clone of your own`);
    expect(existsSync(join(root, 'npm-runs'))).toBe(false);
  });

  test('says what to do when npm fails, and does not count it as installed', async () => {
    const root = checkout();
    writeFileSync(join(root, 'npm-fails'), '');
    const { code, output } = await setup(root);
    expect(code).toBe(1);
    expect(output).toContain('npm said why');
    expect(output).toContain('npm ci failed; see its output above, then run the command again.');
    rmSync(join(root, 'npm-fails'));
    expect((await setup(root)).code).toBe(0);
    expect(npmRuns(root)).toBe(2);
  });

  test('uses the installed Node.js when it is new enough and there is none of our own', async () => {
    const root = checkout();
    await setup(root);
    rmSync(join(root, 'node_modules/.bin/node'));
    symlinkSync('/bin/false', join(root, 'node_modules/.bin/node'));
    expect(await setup(root)).toEqual({ code: 0, output: '' });
  });

  test('runs a file after the install, on the Node.js that was installed where its own is old', async () => {
    const root = checkout();
    writeFileSync(join(root, 'file.ts'), 'const version: string = process.version;\nconsole.log(version);\n');
    const { code, output } = await runNode(root, [
      '--import',
      OLD_NODE,
      'infra/local/setup.mjs',
      '--run',
      'file.ts',
    ]);
    expect(output).toMatch(new RegExp(`${process.version}\n$`));
    expect(code).toBe(0);
    writeFileSync(join(root, 'file.ts'), 'process.exit(3);');
    expect((await setup(root, '--run', 'file.ts')).code).toBe(3);
  });
});
