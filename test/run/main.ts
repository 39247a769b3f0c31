/**
 * `npm test`: first the types and the tests of rules, whose verdict comes within half a minute, then all other tests.
 * `npm test -- --changed [COMMIT]` runs those that are closest to what differs from a commit, or from the last one. With
 * other arguments, such as a file, it is `vitest run`.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { changedFiles, testsOfChange, type ChangeTests } from './changed.ts';
import { sweeps } from './tests-of.ts';
import { VITEST } from './vitest-command.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs a program of Node.js in this terminal, and returns its exit code. */
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((done, reject) => {
    spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
      .on('error', reject)
      .on('exit', (code) => done(code ?? 1));
  });
const vitest = (args: readonly string[], env?: Record<string, string>) => run([...VITEST, ...args], env);

/** Types and rules at the same time; says what is wrong with each. */
async function firstVerdict(units: readonly string[] = []): Promise<boolean> {
  const began = Date.now();
  const [types, rules] = await Promise.all([
    run(['node_modules/native-typescript/bin/tsc', '--noEmit']),
    vitest(['--project', 'unit', ...units]),
  ]);
  const seconds = Math.round((Date.now() - began) / 1_000);
  const said = (code: number) => (code === 0 ? 'pass' : 'fail');
  console.log(`\nAfter ${seconds} s: types ${said(types)}, the tests of rules ${said(rules)}.`);
  return types === 0 && rules === 0;
}

async function testAll(): Promise<number> {
  return (await firstVerdict()) ? await vitest(['--project', 'service']) : 1;
}

async function testChange(commit: string): Promise<number> {
  const files = changedFiles(root, commit);
  if (files.length === 0) {
    console.log(`Nothing differs from ${commit}. Give another commit: npm test -- --changed main`);
    return 0;
  }
  const tests = testsOfChange(root, files);
  const { unit, service, operations } = tests;
  console.log(
    `${counted(files.length, 'file')} changed: ${counted(unit.length + service.length, 'file')} of tests, ` +
      `and the sweeps over ${counted(operations.length, 'operation')}.`,
  );
  if (!(await firstVerdict(unit))) return 1;
  return await testService(tests);
}

async function testService({ service, operations }: ChangeTests): Promise<number> {
  const code = service.length === 0 ? 0 : await vitest(['--project', 'service', ...service]);
  if (code !== 0 || operations.length === 0) return code;
  const names = ['-t', `^(${operations.join('|')})\\b`];
  // A sample of a sweep need not have them.
  return await vitest(['--project', 'service', ...sweeps, ...names], { PLOTLINE_TEST_WHOLE: '1' });
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const given = process.argv.slice(2);
const [first, commit = 'HEAD', ...others] = given;
if (given.length === 0) process.exitCode = await testAll();
else if (first === '--changed' && others.length === 0) process.exitCode = await testChange(commit);
else process.exitCode = await vitest(given);
