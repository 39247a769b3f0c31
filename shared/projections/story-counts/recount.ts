import { isDeepStrictEqual } from 'node:util';
import { addDifference, noDifferences, ownersOf, type Counted } from './ledger.ts';
import type { LedgerLine } from './ledger-store.ts';
import type { Link } from '../../cascades/clear-dangling-references.ts';
import type { Counter } from '../../counts/story-counts.ts';
import { statusCategories } from '../../core/status-category.ts';

/**
 * What a recount makes of what it read; pure.
 *
 * Counters, ledger and stories stand in a chain: the dispatcher moves a story's ledger line to how the story is,
 * and the counters by the difference, in one transaction. Two things can be wrong, and are put right apart:
 *
 * - A story is **behind**: its line does not say what the story is, because a record was lost. Counting it is
 *   what the dispatcher does, at any time, and moves line and counters together.
 * - Counters have a **gap**: they are not what the lines add up to. No work of the dispatcher changes the gap,
 *   since it moves both sides alike. So a gap that was once found exactly can be added to the counters at any
 *   later moment, whatever was counted meanwhile. Only another recount must not have added it too, which the
 *   number of corrections, kept beside the counters, tells.
 *
 * A gap is exact where the lines were the same before and after the counters were read. What a line that moved
 * meanwhile names is busy, and is looked at again, with the lines that moved read right beside the counters.
 */

/** The counters of an objective, a sprint, or a team's day, as they are. */
export interface Target {
  /** As in Differences: a partition key, or `<teamId> <day>`. */
  key: string;
  of: 'sprint' | 'objective' | 'team';
  id: string;
  name: string;
  /** Of a team's: the day. */
  day?: string;
  /** Undefined where they are not there at all. */
  counters: Readonly<Partial<Record<string, number>>> | undefined;
  recounts: number | undefined;
  /** The ids of an objective's key results, before and after its counters were read. */
  keyResults?: readonly [readonly string[], readonly string[]];
}

/** A story with its ledger line, read before and after the counters. */
export interface Observed {
  id: string;
  /** Undefined where the story has been deleted. */
  reference: string | undefined;
  before: LedgerLine;
  after: LedgerLine;
  /** As it would be counted now, and the line as it was read with that. */
  now: Counted | null;
  last: LedgerLine;
}

/** Something that names what has been deleted. */
export interface Dangling {
  of: 'story' | 'sprint' | 'keyResult';
  id: string;
  name: string;
  field: Link;
  missing: string;
}

export interface Snapshot {
  targets: readonly Target[];
  observed: readonly Observed[];
  dangling: readonly Dangling[];
}

/** What the counters of a target lack, by counter, so that they are what the ledger adds up to. */
export interface Gap {
  target: Target;
  lacks: Readonly<Record<string, number>>;
}

/** What was seen of a team: exact gaps, and the targets that kept changing while they were read. */
export interface Observation {
  gaps: ReadonlyMap<string, Gap>;
  busy: ReadonlySet<string>;
  snapshot: Snapshot;
}

const storyCounters: readonly Counter[] = [...statusCategories, 'remainingSize'];

const countersOf = (of: Target['of']): readonly string[] =>
  ({ sprint: storyCounters, objective: [...storyCounters, 'keyResults'], team: ['size'] })[of];

/** Estimates have fractions, and their sums errors far below any of them. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** What stories add up to, by target and counter. */
export function sumByTarget(counted: Iterable<Counted | null>): Map<string, Record<string, number>> {
  const sum = noDifferences();
  for (const each of counted) addDifference(sum, null, each);
  return new Map<string, Record<string, number>>([
    ...sum.owners,
    ...[...sum.done].map(([key, size]) => [key, { size }] as const),
  ]);
}

/** The exact gap of each target, and the keys of those of which this snapshot does not tell. */
export function findGaps({ targets, observed }: Snapshot): { gaps: Gap[]; busy: Set<string> } {
  const busy = busyTargets({ targets, observed });
  const sums = sumByTarget(observed.map(({ after }) => after.counted));
  const gaps = targets
    .filter(({ key }) => !busy.has(key))
    .map((target) => {
      const { key, of, counters = {}, keyResults } = target;
      const sum: Record<string, number> = {
        ...sums.get(key),
        ...(keyResults ? { keyResults: keyResults[1].length } : {}),
      };
      const lacks = countersOf(of).map(
        (name) => [name, rounded((sum[name] ?? 0) - (counters[name] ?? 0))] as const,
      );
      return { target, lacks: Object.fromEntries(lacks.filter(([, by]) => by !== 0)) };
    });
  return { gaps, busy };
}

function busyTargets({ targets, observed }: Pick<Snapshot, 'targets' | 'observed'>): Set<string> {
  const busy = new Set<string>();
  for (const { before, after } of observed) {
    if (before.version === after.version) continue;
    // What it named in between, if it moved more than once, nobody knows.
    if (after.version !== before.version + 1) return new Set(targets.map(({ key }) => key));
    for (const key of [before, after].flatMap(({ counted }) => targetsOf(counted))) busy.add(key);
  }
  for (const { key, keyResults } of targets) {
    if (keyResults && !isDeepStrictEqual(...keyResults)) busy.add(key);
  }
  return busy;
}

const targetsOf = (counted: Counted | null): string[] =>
  counted === null
    ? []
    : [...ownersOf(counted), ...(counted.doneDay ? [`${counted.teamId} ${counted.doneDay}`] : [])];

export const isBehind = ({ last, now }: Observed): boolean => !isDeepStrictEqual(last.counted, now);

/** A counter that is not what it should be. */
export interface Drift {
  of: Target['of'];
  id: string;
  name: string;
  /** A status category, remainingSize, keyResults; or for a team the day of its throughput. */
  counter: string;
  /** Null where the counters are not there at all, so that nothing is counted in them. */
  is: number | null;
  /** What the ledger adds up to. */
  ledger: number;
  /** What the stories add up to. */
  shouldBe: number;
}

/** What is wrong with the counting of a team. */
export interface Findings {
  drift: Drift[];
  /** Stories that are counted as what they are no longer; null stands for not counted, or deleted. */
  behind: { id: string; reference: string | undefined; counted: Counted | null; now: Counted | null }[];
  dangling: readonly Dangling[];
  /** Names of what kept changing while it was read. */
  busy: string[];
  /** What to correct. */
  gaps: Gap[];
}

/**
 * What two looks agree on. Between them the dispatcher has caught up with changes that were under way, and
 * indexes have shown what is new; what is really wrong stays as it was.
 */
export function confirmFindings(first: Observation, second: Observation): Findings {
  const versions = new Map(
    first.snapshot.observed.filter(isBehind).map(({ id, last }) => [id, last.version]),
  );
  const behind = second.snapshot.observed.filter(
    (each) => isBehind(each) && versions.get(each.id) === each.last.version,
  );
  const gaps = [...second.gaps.values()].filter(
    ({ target: { key, of, counters }, lacks }) =>
      ((of !== 'team' && counters === undefined) || Object.keys(lacks).length > 0) &&
      isDeepStrictEqual(lacks, first.gaps.get(key)?.lacks),
  );
  return {
    drift: driftOf(second.snapshot.targets, gaps, behind),
    behind: behind.map(({ id, reference, last, now }) => ({ id, reference, counted: last.counted, now })),
    dangling: second.snapshot.dangling.filter((each) =>
      first.snapshot.dangling.some((other) => isDeepStrictEqual(each, other)),
    ),
    busy: second.snapshot.targets.filter(({ key }) => second.busy.has(key)).map(({ name }) => name),
    gaps,
  };
}

function driftOf(targets: readonly Target[], gaps: readonly Gap[], behind: readonly Observed[]): Drift[] {
  const gapOf = new Map(gaps.map((gap) => [gap.target.key, gap]));
  const [are, shouldBe] = [
    sumByTarget(behind.map(({ last }) => last.counted)),
    sumByTarget(behind.map(({ now }) => now)),
  ];
  return targets.flatMap((found): Drift[] => {
    const gap = gapOf.get(found.key);
    const { of, id, name, day, counters } = gap?.target ?? found;
    const isMissing = of !== 'team' && counters === undefined;
    const moves = (counter: string) =>
      (shouldBe.get(found.key)?.[counter] ?? 0) - (are.get(found.key)?.[counter] ?? 0);
    return countersOf(of).flatMap((counter) => {
      const is = counters?.[counter] ?? 0;
      const ledger = rounded(is + (gap?.lacks[counter] ?? 0));
      const should = rounded(ledger + moves(counter));
      if (is === ledger && ledger === should && !isMissing) return [];
      return [{ of, id, name, counter: day ?? counter, is: isMissing ? null : is, ledger, shouldBe: should }];
    });
  });
}

export const isClean = ({ drift, behind, dangling, gaps }: Findings): boolean =>
  drift.length + behind.length + dangling.length + gaps.length === 0;
