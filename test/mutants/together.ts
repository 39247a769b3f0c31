import type { Mutant } from './mutations.ts';
import { runAll, type Run, type RunOptions } from './run-tests.ts';
import type { Scratch } from './scratch.ts';
import { testsOf, unitTestsOf } from '../run/tests-of.ts';

/** What everything runs on: a mutant there could fail the tests of any other. */
const EVERYWHERE =
  /^shared\/(kernel\/(core|db|net|auth|api)|surface\/(registry|groups))\b|^infra\/(local|[\w-]+\.ts|constructs)|^cli\/([\w-]+\.ts|core)/;

/** Where the tests of a mutant must not be those of another one that is tried with it. */
const areaOf = ({ file }: Mutant) =>
  file.startsWith('cli/commands')
    ? file
    : file
        .split('/')
        .slice(0, file.startsWith('infra') ? 3 : 2)
        .join('/');

/** Takes from the start of a list those that can be tried together, each of another part of the code. */
export function takeBatch(waiting: Mutant[], most: number): Mutant[] {
  const batch: Mutant[] = [];
  for (const mutant of [...waiting]) {
    const isAlone = EVERYWHERE.test(mutant.file);
    if (isAlone && batch.length > 0) continue;
    if (batch.some((other) => areaOf(other) === areaOf(mutant))) continue;
    batch.push(mutant);
    waiting.splice(waiting.indexOf(mutant), 1);
    if (isAlone || batch.length === most) break;
  }
  return batch;
}

interface Options {
  scratch: Scratch;
  mutants: readonly Mutant[];
  files: number;
  timeoutMs: number;
}

/** What is known of mutants that are tried together: what failed with one, or what has not noticed it. */
type Verdicts = Map<Mutant, Run | string[]>;

/**
 * Tries mutants at once, each with tests of its own: a service that starts once, with all of them, costs less than
 * one for each. Those about which this says nothing have to be tried alone.
 */
export async function tryTogether({ scratch, mutants, files, timeoutMs }: Options): Promise<Verdicts> {
  const { root } = scratch;
  const verdicts: Verdicts = new Map();
  const passed = new Map<Mutant, string[]>();
  const rulesOf = (mutant: Mutant) => unitTestsOf(root, mutant);
  const closeTo = (mutant: Mutant) => testsOf(root, mutant.file, files);

  const survivorsOf = async (some: readonly Mutant[], testsFor: typeof rulesOf, how: Partial<RunOptions>) => {
    const tests = new Map(some.map((mutant) => [mutant, testsFor(mutant)]));
    const all = [...new Set([...tests.values()].flat())];
    if (all.length === 0) return some;
    const failures = await runAll({ root, project: 'unit', files: all, timeoutMs, ...how });
    // Where the tests of most fail, one of the mutants breaks what all of them need.
    const isCommon = failures.length > 2 && failures.length > all.length / 2;
    if (isCommon || failures.some(({ file }) => file === '')) return [];
    return some.filter((mutant) => {
      const own = tests.get(mutant)!;
      const failure = failures.find(({ file }) => own.includes(file));
      if (!failure) {
        passed.set(mutant, [...(passed.get(mutant) ?? []), ...own]);
        return true;
      }
      const isShared = some.some((other) => other !== mutant && tests.get(other)!.includes(failure.file));
      const isDoubtful = failure.test === '' || /timed out|TimeoutError/.test(failure.reason);
      if (!isShared && !isDoubtful) verdicts.set(mutant, failure);
      return false;
    });
  };
  const within = async <Result>(some: readonly Mutant[], act: () => Promise<Result>): Promise<Result> => {
    for (const mutant of some) scratch.put(mutant);
    try {
      return await act();
    } finally {
      for (const mutant of some) scratch.takeBack(mutant);
    }
  };

  const left = await within(mutants, () => survivorsOf(mutants, rulesOf, {}));
  const survivors = await within(left, async () => {
    const isServed = left.some((mutant) => closeTo(mutant).length > 0);
    try {
      const assembly = isServed ? await scratch.assemble(...left) : undefined;
      return await survivorsOf(left, closeTo, { project: 'service', assembly });
    } catch {
      // One of them cannot be built.
      return [];
    }
  });
  for (const mutant of survivors) verdicts.set(mutant, passed.get(mutant) ?? []);
  return verdicts;
}
