/**
 * `npm test`: first the types and the tests of rules, whose verdict comes within half a minute, then all other tests. With
 * arguments, such as a file, it is `vitest run`.
 */
import { spawn } from 'node:child_process';
import { VITEST } from './vitest-command.ts';

/** Runs a program of Node.js in this terminal, and returns its exit code. */
const run = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    spawn(process.execPath, args, { stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => resolve(code ?? 1));
  });
const vitest = (args: readonly string[]) => run([...VITEST, ...args]);

/** Types and rules at the same time; says what is wrong with each. */
async function firstVerdict(): Promise<boolean> {
  const began = Date.now();
  const [types, rules] = await Promise.all([
    run(['node_modules/native-typescript/bin/tsc', '--noEmit']),
    vitest(['--project', 'unit']),
  ]);
  const seconds = Math.round((Date.now() - began) / 1_000);
  const said = (code: number) => (code === 0 ? 'pass' : 'fail');
  console.log(`\nAfter ${seconds} s: types ${said(types)}, the tests of rules ${said(rules)}.`);
  return types === 0 && rules === 0;
}

const given = process.argv.slice(2);
if (given.length > 0) process.exitCode = await vitest(given);
else if (await firstVerdict()) process.exitCode = await vitest(['--project', 'service']);
else process.exitCode = 1;
