import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sweptOperations, testsOf, unitTestsOf } from './tests-of.ts';

/** The tests of a change: files of both projects, and the operations that the sweeps over all of them try. */
export interface ChangeTests {
  unit: string[];
  service: string[];
  operations: string[];
}

/** How many files of tests of the service each changed file has at most. */
const SERVICE_FILES = 6;

/** The files that differ from a commit, those that git does not know yet too; paths from the root of the repository. */
export function changedFiles(root: string, commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const listed =
    git('diff', '--name-only', '--relative', commit) + git('ls-files', '--others', '--exclude-standard');
  return [...new Set(listed.split('\n').filter((file) => file !== ''))].sort();
}

/**
 * The tests that are closest to what changed: changed tests, those that import what changed, those that are named like it,
 * and those of the folder of its name. They miss what only a test further away notices, which `npm test` runs.
 */
export function testsOfChange(root: string, files: readonly string[]): ChangeTests {
  const tests = new Set<string>();
  const operations = new Set<string>();
  for (const file of files) {
    for (const test of closeTo(root, file)) tests.add(test);
    if (isSource(file) && existsSync(resolve(root, file)))
      for (const id of sweptOperations(root, file, { orSome: false })) operations.add(id);
  }
  const { unit = [], service = [] } = Object.groupBy([...tests].sort(), (test) =>
    isUnit(test) ? 'unit' : 'service',
  );
  return { unit, service, operations: [...operations].sort() };
}

const isSource = (file: string) => /^(shared|functions|infra|cli)\/.*\.ts$/.test(file);
const isUnit = (test: string) => test.endsWith('.unit.test.ts') || test === 'test/policy/policy.test.ts';

function closeTo(root: string, file: string): string[] {
  if (file.endsWith('.test.ts')) return existsSync(resolve(root, file)) ? [file] : [];
  if (isSource(file))
    return [...unitTestsOf(root, { file, inFunction: true }), ...testsOf(root, file, SERVICE_FILES)];
  if (file.startsWith('test/')) return importersOf(root, file);
  if (file.endsWith('.md')) return globSync('test/docs/*.unit.test.ts', { cwd: root });
  return [];
}

/** The tests that import a file of the tests themselves. */
function importersOf(root: string, file: string): string[] {
  return globSync('test/**/*.test.ts', { cwd: root }).filter((test) =>
    [...readFileSync(resolve(root, test), 'utf8').matchAll(/ from '(\.[^']+)'/g)].some(
      ([, to]) => basename(to!) === basename(file) && join(dirname(test), to!) === file,
    ),
  );
}
