import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Run {
  outcome: 'passed' | 'failed' | 'timeout';
  /** The file and the name of the first test that failed; empty where the run ended before one did. */
  file: string;
  test: string;
  /** The first line of why. */
  reason: string;
}

interface Suite {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

export interface RunOptions {
  /** The repository, or its copy. */
  root: string;
  project: 'unit' | 'service';
  /** In the order in which they run; all of the project's where there are none. */
  files: readonly string[];
  /** Only tests whose names match this. */
  names?: string;
  /** The assembly that is served; without one, the repository is synthesized. */
  assembly?: string | undefined;
  timeoutMs: number;
}

/** As long as one process of a run may compute, in seconds; the longest takes half of it. */
const CPU_MAX_SECONDS = 150;

/** Runs tests up to the first that fails. */
export async function runTests(options: RunOptions): Promise<Run> {
  const [failure] = await runAll(options, 1);
  return failure ?? { outcome: 'passed', file: '', test: '', reason: '' };
}

/** Runs tests, up to so many failures where there is a number; gives the first failure of each file. */
export async function runAll(
  { root, project, files, names, assembly, timeoutMs }: RunOptions,
  bail = 0,
): Promise<Run[]> {
  const report = join(root, 'dist/mutant-report.json');
  rmSync(report, { force: true });
  const args = [
    'node_modules/.bin/vitest',
    'run',
    '--config',
    'test/mutants/vitest.config.ts',
    '--project',
    project,
  ];
  args.push('--maxWorkers=1', `--bail=${bail}`, '--reporter=json', `--outputFile.json=${report}`, ...files);
  if (names !== undefined) args.push('-t', names);
  const env = {
    ...process.env,
    PLOTLINE_MUTANT_TESTS: files.join(','),
    // A sample of a sweep need not have the operations that are asked for.
    ...(names === undefined ? {} : { PLOTLINE_TEST_WHOLE: '1' }),
    ...(assembly === undefined ? {} : { PLOTLINE_TEST_ASSEMBLY: assembly }),
  };
  // What never ends by itself ends with the time that one of its processes computes.
  const bounded = ['-c', `ulimit -t ${CPU_MAX_SECONDS} && exec "$@"`, 'tests', process.execPath, ...args];
  const child = spawn('bash', bounded, { cwd: root, env, stdio: 'ignore', detached: true });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    process.kill(-child.pid!, 'SIGKILL');
  }, timeoutMs);
  const code = await ended;
  clearTimeout(timer);
  if (late) return [{ outcome: 'timeout', file: '', test: '', reason: `after ${timeoutMs / 1000} s` }];
  if (code === 0) return [];
  return failuresIn(root, report).map((failure) => ({ outcome: 'failed', ...failure }));
}

function failuresIn(root: string, report: string): Omit<Run, 'outcome'>[] {
  const suites = parse(report).testResults.map((suite) => ({ ...suite, file: relative(root, suite.name) }));
  const failed = suites.flatMap(({ file, assertionResults }) => {
    const test = assertionResults.find(({ status }) => status === 'failed');
    return test ? [{ file, test: test.fullName, reason: firstLine(test.failureMessages?.[0]) }] : [];
  });
  // Those that could not be set up; those that were not begun after a failure have no message.
  const broken = suites
    .filter(
      ({ file, status, message }) =>
        status === 'failed' && message && failed.every((one) => one.file !== file),
    )
    .map(({ file, message }) => ({ file, test: '', reason: firstLine(message) }));
  const found = [...failed, ...broken];
  return found.length > 0 ? found : [{ file: '', test: '', reason: 'The tests did not start.' }];
}

function parse(report: string): { testResults: Suite[] } {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as { testResults: Suite[] };
  } catch {
    return { testResults: [] };
  }
}

const firstLine = (text = ''): string => text.split('\n')[0]!.slice(0, 200);
