/**
 * `npm run test:cost`: runs the tests, with the same arguments as `npm test`, and prints what they compute and hold by kind
 * of process, and how long they take by folder and by file. Linux only, which tells of processes in /proc.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { renderTable } from '../../cli/core/output.ts';
import { VITEST } from './vitest-command.ts';

/** How often processes are looked at, in milliseconds: what ends sooner is counted with the one that started it. */
const SAMPLE_MS = 500;
/** Linux counts computing in ticks of this many milliseconds. */
const TICK_MS = 10;
const KB_IN_MB = 1_024;
const FILES_SHOWN = 25;

const VITEST_ITSELF = 'vitest, with the service it holds';

/** Kinds of other processes by their command lines, which vitest renames; the first that fits counts. */
const kinds: readonly (readonly [kind: string, command: RegExp])[] = [
  ['workers', /vitest\/dist\/workers|\(vitest \d+\)/],
  ['engine', /dynoxide|DynamoDBLocal/],
  ['browser', /chrom/i],
  ['synthesis and bundling', /esbuild|infra\/app|cdk/],
  ['command line', /cli\/(?:main|plotline)/],
];

interface Seen {
  kind: string;
  /** Computing of the process, and of those that it started and that have ended, in milliseconds. */
  ownMs: number;
  endedMs: number;
}

/** What a process has computed, by thread: only the first of a process that holds the service runs no function. */
interface Threads {
  firstMs: number;
  otherMs: number;
}

/** The fields of a line of /proc/…/stat after the name in brackets, which can have blanks. */
const statOf = (path: string): string[] =>
  readFileSync(`${path}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

const ticks = (fields: readonly string[], from: number): number =>
  (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;

/** The processes below one, itself first; what ends while it is read is left out. */
function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(`/proc/${name}`)[1]));
    } catch {
      // It has ended.
    }
  }
  const members = [root];
  for (const member of members) {
    members.push(...[...parents].filter(([, parent]) => parent === member).map(([child]) => child));
  }
  return members;
}

function createMeter(root: number) {
  const seen = new Map<number, Seen>();
  const threads: Threads = { firstMs: 0, otherMs: 0 };
  let mostMb = 0;

  function look(): void {
    let heldMb = 0;
    for (const pid of family(root)) {
      try {
        const fields = statOf(`/proc/${pid}`);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const named = kinds.find(([, pattern]) => pattern.test(command))?.[0] ?? 'others';
        const kind = pid === root ? VITEST_ITSELF : named;
        seen.set(pid, { kind, ownMs: ticks(fields, 11), endedMs: ticks(fields, 13) });
        heldMb +=
          Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / KB_IN_MB;
        if (pid === root) lookAtThreads(ticks(fields, 11));
      } catch {
        // It has ended.
      }
    }
    mostMb = Math.max(mostMb, heldMb);
  }

  function lookAtThreads(ownMs: number): void {
    threads.firstMs = ticks(statOf(`/proc/${root}/task/${root}`), 11);
    threads.otherMs = ownMs - threads.firstMs;
  }

  return { look, seen, threads, mostMb: () => mostMb };
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[];
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

function printComputing({ seen, threads, mostMb }: ReturnType<typeof createMeter>, tookMs: number): void {
  const all = [...seen.values()];
  const sum = (of: (one: Seen) => number, kind?: string) =>
    all.reduce((total, one) => (kind === undefined || one.kind === kind ? total + of(one) : total), 0);
  const names = [...new Set(all.map(({ kind }) => kind))];
  const rows = names
    .map((kind) => ({
      kind,
      ms: sum(({ ownMs }) => ownMs, kind),
      count: all.filter((one) => one.kind === kind).length,
    }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ kind, ms, count }) => [kind, String(count), seconds(ms)]);
  const within = [
    ['  its first thread', '', seconds(threads.firstMs)],
    ['  its other threads, which run functions', '', seconds(threads.otherMs)],
  ];
  const at = rows.findIndex(([kind]) => kind === VITEST_ITSELF);
  rows.splice(at + 1, 0, ...(at < 0 ? [] : within));
  console.log(renderTable(['process', 'number', 'computing, s'], rows));
  console.log(
    `\nTook ${seconds(tookMs)} s, computed ${seconds(sum(({ ownMs }) => ownMs))} s, held ${mostMb().toFixed(0)} MB at most.`,
  );
}

function printTimes({ testResults, numPassedTests, numFailedTests }: Report): void {
  const files = testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(process.cwd(), name),
      ms: endTime - startTime,
      tests: assertionResults.length,
    }))
    .sort((a, b) => b.ms - a.ms);
  const folders = Object.entries(Object.groupBy(files, ({ file }) => file.split('/').slice(0, 2).join('/')))
    .map(([folder, some = []]) => ({
      folder,
      ms: some.reduce((total, { ms }) => total + ms, 0),
      files: some.length,
    }))
    .sort((a, b) => b.ms - a.ms);
  const total = files.reduce((all, { ms }) => all + ms, 0);
  const share = (ms: number) => `${((100 * ms) / total).toFixed(1)} %`;
  console.log(
    `\n${numPassedTests} passed, ${numFailedTests} failed, ${seconds(total)} s in ${files.length} files.\n`,
  );
  const perFolder = folders.map(({ folder, ms, files: count }) => [
    folder,
    String(count),
    seconds(ms),
    share(ms),
  ]);
  console.log(renderTable(['folder', 'files', 'time, s', 'share'], perFolder));
  const longest = files
    .slice(0, FILES_SHOWN)
    .map(({ file, ms, tests }) => [file, String(tests), seconds(ms)]);
  console.log(`\n${renderTable(['file', 'tests', 'time, s'], longest)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'plotline-test-cost-'));
const report = join(folder, 'tests.json');
const startedAt = performance.now();
const tests = spawn(
  process.execPath,
  [
    ...VITEST,
    ...process.argv.slice(2),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { stdio: 'inherit' },
);
const meter = createMeter(tests.pid!);
const timer = setInterval(() => meter.look(), SAMPLE_MS);
tests.on('exit', (code) => {
  clearInterval(timer);
  console.log('');
  printComputing(meter, performance.now() - startedAt);
  printTimes(JSON.parse(readFileSync(report, 'utf8')) as Report);
  rmSync(folder, { recursive: true });
  process.exitCode = code ?? 1;
});
