import { Command, InvalidArgumentError } from 'commander';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { recordFigure } from '../bench/figure-results.ts';
import { createTypeCheck } from './compiles.ts';
import type { Mutant } from './mutations.ts';
import { describeResult, killedShare, report, type Result } from './report.ts';
import { runTests, type Run, type RunOptions } from './run-tests.ts';
import { drawSample } from './sample.ts';
import { makeScratch } from './scratch.ts';
import { takeBatch, tryTogether } from './together.ts';
import { sweeps, sweptOperations, testsOf, unitTestsOf } from '../run/tests-of.ts';

const root = resolve(import.meta.dirname, '../..');

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('Give a whole number from 1.');
  return number;
};

const program = new Command('npm run mutants --')
  .description(
    'Changes one small thing at a time in a copy of the code, and reports which changes no test notices.',
  )
  .option('--count <number>', 'how many mutants that compile to try', whole, 200)
  .option('--seed <number>', 'which sample to draw', whole, 1)
  .option('--limit <seconds>', 'how long the tests of one mutant may take', whole, 600)
  .option(
    '--out <file>',
    'where results are added to; those that are there already are not tried again',
    'dist/mutants/results.jsonl',
  )
  .option('--files <number>', 'how many files of tests close to a mutant to run, beside units', whole, 10)
  .option('--together <number>', 'how many mutants of different parts to try at once', whole, 1)
  .option('--again', 'try those again that survived, with the files that they have not survived yet')
  .option('--only <text>', 'only files whose path contains this')
  .option('--smoke', 'one mutant of rules that need no service, to see that this works');

interface Options {
  count: number;
  seed: number;
  limit: number;
  out: string;
  files: number;
  together: number;
  again?: true;
  only?: string;
  smoke?: true;
}

const options = program.parse().opts<Options>();
const count = options.smoke ? 1 : options.count;
const only = options.smoke ? 'shared/planning/stories/story-rules' : (options.only ?? '');
const out = resolve(root, options.smoke ? 'dist/mutants/smoke.jsonl' : options.out);
mkdirSync(dirname(out), { recursive: true });

const known = new Map<string, Result>(
  options.smoke || !existsSync(out)
    ? []
    : readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Result)
        .map((result) => [result.id, result]),
);
const keep = (result: Result) => {
  known.set(result.id, result);
  appendFileSync(out, `${JSON.stringify(result)}\n`);
};

const say = (text: string) => process.stdout.write(`${text}\n`);
say(`Seed ${options.seed}; results go to ${out}`);
const scratch = makeScratch(root, resolve(root, `dist/mutants/${options.smoke ? 'smoke' : 'room'}`));
const compiles = createTypeCheck(scratch.root);
/** Whoever wants fewer files than this wants a first look. */
const ENOUGH_TO_SWEEP = 5;
/** Whether test files pass without a mutant, where that was asked. */
const sound = new Map<string, boolean>();
/** By a test that failed, the source file whose mutant it failed with. */
const killers = new Map<string, string>();

const tried: Result[] = [];
const waiting: Mutant[] = [];
for (const mutant of drawSample(scratch.root, options.seed, only)) {
  if (tried.length + waiting.length === count) break;
  const earlier = known.get(mutant.id);
  const isOpen = earlier === undefined || (options.again && earlier.outcome === 'survived');
  if (earlier?.outcome === 'invalid') continue;
  if (!isOpen) tried.push(earlier);
  else if (compiles(mutant)) waiting.push(mutant);
  else keep({ ...mutant, outcome: 'invalid', by: '', reason: '' });
  if (waiting.length >= options.together * 3) await tryNext();
}
while (waiting.length > 0) await tryNext();
say(report(tried, options.seed));
if (!options.smoke && only === '')
  recordFigure('npm run mutants', `${killedShare(tried)} % of ${tried.length}`);
await scratch.stop();

/** Tries the next mutants, and alone those of them about which a try with others says nothing. */
async function tryNext(): Promise<void> {
  const mutants = takeBatch(waiting, options.again ? 1 : options.together);
  const { files, limit } = options;
  const verdicts =
    mutants.length === 1
      ? new Map<Mutant, Run | string[]>()
      : await tryTogether({ scratch, mutants, files, timeoutMs: limit * 1000 });
  for (const mutant of mutants) {
    const result = resultOf(mutant, verdicts.get(mutant) ?? (await tryAlone(mutant)));
    keep(result);
    tried.push(result);
    say(`${tried.length}/${count} ${describeResult(result)}`);
  }
}

async function tryAlone(mutant: Mutant): Promise<Run | string[]> {
  const passed = new Set(known.get(mutant.id)?.passed);
  scratch.put(mutant);
  try {
    return (await firstFailure(mutant, passed)) ?? [...passed];
  } finally {
    scratch.takeBack(mutant);
  }
}

function resultOf(mutant: Mutant, verdict: Run | string[]): Result {
  if (!Array.isArray(verdict)) return { ...mutant, ...toResult(verdict) };
  return { ...mutant, outcome: 'survived', by: '', reason: '', passed: verdict };
}

/**
 * The first run of tests that notices a mutant: of the rules, of what is closest to its file, and of the sweeps.
 * Those in `passed` have not noticed it before; those that do not now are added.
 */
async function firstFailure(mutant: Mutant, passed: Set<string>): Promise<Run | undefined> {
  const { root: copy } = scratch;
  const timeoutMs = options.limit * 1000;
  const notYet = (files: string[]) => files.filter((file) => !passed.has(file));
  const units = notYet(unitTestsOf(copy, mutant));
  if (units.length > 0) {
    const run = await runSurely(mutant, { root: copy, project: 'unit', files: units, timeoutMs });
    if (run.outcome !== 'passed') return run;
    for (const file of units) passed.add(file);
  }
  if (options.smoke) return undefined;
  let files = notYet(testsOf(copy, mutant.file, options.files));
  files = files.filter((file) => sound.get(file) !== false);
  const operations = sweptOperations(copy, mutant.file);
  const swept = options.files < ENOUGH_TO_SWEEP ? [] : operations;
  const sweep = `sweeps over ${swept.join(', ')}`;
  if (files.length === 0 && (swept.length === 0 || passed.has(sweep))) return undefined;
  const assembly = await scratch.assemble(mutant).catch((error: unknown) => new Error(String(error)));
  if (assembly instanceof Error)
    return { outcome: 'failed', file: 'the build', test: '', reason: assembly.message.slice(0, 200) };
  const service = { root: copy, project: 'service', assembly, timeoutMs } as const;
  while (files.length > 0) {
    const run = await runSurely(mutant, { ...service, files });
    if (run.outcome === 'passed') break;
    if (!(await isSuspect(run, mutant, timeoutMs))) return run;
    files = files.filter((file) => file !== run.file);
  }
  for (const file of files) passed.add(file);
  if (swept.length === 0 || passed.has(sweep)) return undefined;
  const run = await runSurely(mutant, { ...service, files: sweeps, names: `^(${swept.join('|')})\\b` });
  if (run.outcome !== 'passed') return run;
  passed.add(sweep);
  return undefined;
}

function toResult({ outcome, file, test, reason }: Run): Pick<Result, 'outcome' | 'by' | 'reason'> {
  const by = [file, test].filter(Boolean).join(' > ');
  return { outcome: outcome === 'timeout' ? 'timeout' : 'killed', by, reason };
}

/**
 * A run in which no test failed, but which broke off or took too long, is no verdict: it is run again, and without the
 * mutant. Tests that do so without it too end everything.
 */
async function runSurely(mutant: Mutant, tests: RunOptions): Promise<Run> {
  const first = await runTests(tests);
  if (first.outcome === 'passed' || first.test !== '') return first;
  const second = first.outcome === 'timeout' ? first : await runTests(tests);
  if (second.outcome === 'passed' || second.test !== '') return second;
  const without = await runWithout(mutant, tests);
  if (without.outcome !== 'passed' && without.test === '')
    throw new Error(`Tests end without a mutant too: ${tests.files.join(', ')}: ${without.reason}`);
  return second;
}

async function runWithout(mutant: Mutant, tests: RunOptions): Promise<Run> {
  scratch.takeBack(mutant);
  try {
    return await runTests({ ...tests, assembly: undefined });
  } finally {
    scratch.put(mutant);
    if (tests.project === 'service') await scratch.assemble(mutant);
  }
}

/**
 * Whether a test fails without the mutant too, which is asked when it fails with mutants of two files, or because
 * something took too long, as on a busy machine.
 */
async function isSuspect({ file, test, reason }: Run, mutant: Mutant, timeoutMs: number): Promise<boolean> {
  const killer = `${file} > ${test}`;
  const before = killers.get(killer);
  killers.set(killer, mutant.file);
  const tookLong = /timed out|TimeoutError/.test(reason);
  if (file === '' || (!tookLong && (before === undefined || before === mutant.file))) return false;
  const known = sound.get(file);
  if (known !== undefined) return !known;
  const run = await runWithout(mutant, { root: scratch.root, project: 'service', files: [file], timeoutMs });
  sound.set(file, run.outcome === 'passed');
  if (run.outcome !== 'passed') say(`  ${file} fails without a mutant too: ${run.test} ${run.reason}`);
  return run.outcome !== 'passed';
}
