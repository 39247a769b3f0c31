/**
 * `npm run test:cost`: runs the tests, with the same arguments as `npm test`, and prints what they compute and hold by kind
 * of process, by folder and by file. Linux only, which tells of processes in /proc.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { renderTable } from '../../cli/core/output.ts';
import { family, figuresOf, heldMb } from './processes.ts';
import { VITEST } from './vitest-command.ts';

/** How often processes are looked at, in milliseconds: what ends sooner is counted with the one that started it. */
const SAMPLE_MS = 500;
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

/** What a process has computed, by thread: only the first of a process that holds the service runs no function. */
interface Threads {
  firstMs: number;
  otherMs: number;
}

function createMeter(root: number) {
  const seen = new Map<number, { kind: string; ownMs: number }>();
  const threads: Threads = { firstMs: 0, otherMs: 0 };
  let mostMb = 0;

  function look(): void {
    let allMb = 0;
    for (const pid of family(root)) {
      try {
        const { ownMs } = figuresOf(`/proc/${pid}`);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const named = kinds.find(([, pattern]) => pattern.test(command))?.[0] ?? 'others';
        seen.set(pid, { kind: pid === root ? VITEST_ITSELF : named, ownMs });
        allMb += heldMb(pid);
        if (pid !== root) continue;
        threads.firstMs = figuresOf(`/proc/${root}/task/${root}`).ownMs;
        threads.otherMs = ownMs - threads.firstMs;
      } catch {
        // It has ended.
      }
    }
    mostMb = Math.max(mostMb, allMb);
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
  const sum = (some: typeof all) => some.reduce((total, { ownMs }) => total + ownMs, 0);
  const names = [...new Set(all.map(({ kind }) => kind))];
  const rows = names
    .map((kind) => ({
      kind,
      ms: sum(all.filter((one) => one.kind === kind)),
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
    `\nTook ${seconds(tookMs)} s, computed ${seconds(sum(all))} s, held ${mostMb().toFixed(0)} MB at most.`,
  );
}

interface Row {
  name: string;
  count: number;
  timeMs: number;
  computedMs: number;
}

function printFiles(
  { testResults, numPassedTests, numFailedTests }: Report,
  computed: Map<string, number>,
): void {
  const files = testResults.map(({ name: path, startTime, endTime, assertionResults }): Row => {
    const name = relative(process.cwd(), path);
    const computedMs = computed.get(name) ?? 0;
    return { name, count: assertionResults.length, timeMs: endTime - startTime, computedMs };
  });
  const folders = Object.entries(
    Object.groupBy(files, ({ name }) => name.split('/').slice(0, 2).join('/')),
  ).map(([name, some = []]) => ({ name, count: some.length, ...sumOf(some) }));
  const all = sumOf(files);
  console.log(
    `\n${numPassedTests} passed, ${numFailedTests} failed in ${files.length} files, which took ${seconds(all.timeMs)} s and ` +
      `computed ${seconds(all.computedMs)} s beside the shared service.\n`,
  );
  console.log(tableOf(['folder', 'files'], folders, all.computedMs));
  console.log(`\n${tableOf(['file', 'tests'], files, all.computedMs, FILES_SHOWN)}`);
}

const sumOf = (rows: readonly Row[]) => ({
  timeMs: rows.reduce((total, { timeMs }) => total + timeMs, 0),
  computedMs: rows.reduce((total, { computedMs }) => total + computedMs, 0),
});

/** What computes most first. */
function tableOf(headings: string[], rows: readonly Row[], allMs: number, shown = rows.length): string {
  return renderTable(
    [...headings, 'time, s', 'computing, s', 'share'],
    rows
      .toSorted((a, b) => b.computedMs - a.computedMs)
      .slice(0, shown)
      .map(({ name, count, timeMs, computedMs }) => {
        const share = `${((100 * computedMs) / allMs).toFixed(1)} %`;
        return [name, String(count), seconds(timeMs), seconds(computedMs), share];
      }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'plotline-test-cost-'));
const report = join(folder, 'tests.json');
const computing = join(folder, 'computing.txt');
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
  { stdio: 'inherit', env: { ...process.env, PLOTLINE_TEST_COMPUTING: computing } },
);
const meter = createMeter(tests.pid!);
const timer = setInterval(() => meter.look(), SAMPLE_MS);
tests.on('exit', (code) => {
  clearInterval(timer);
  console.log('');
  printComputing(meter, performance.now() - startedAt);
  const lines = readFileSync(computing, 'utf8').trimEnd().split('\n');
  const computed = lines.map((line) => line.split(' ')).map(([file, ms]) => [file!, Number(ms)] as const);
  printFiles(JSON.parse(readFileSync(report, 'utf8')) as Report, new Map(computed));
  rmSync(folder, { recursive: true });
  process.exitCode = code ?? 1;
});
