import { isDeepStrictEqual } from 'node:util';
import {
  addDifference,
  noDifferences,
  ownersOf,
  type CountedStory,
  type CountDifferences,
} from './ledger.ts';
import type { LedgerLine } from './ledger-store.ts';
import type { Link } from '../../planning/stories/clear-dangling-references.ts';
import type { CounterName } from '../../planning/counts/story-counts.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';

/**
 * Computes what a recount has to correct; pure.
 *
 * The projector updates a story's ledger entry to the story's current state and the counters by the
 * difference, in one transaction. Two things can go wrong, and are corrected separately:
 *
 * - A story is **behind**: its entry differs from the story because a record was lost. Counting it again, as
 * the
 * projector does at any time, updates entry and counters together.
 * - Counters have a **gap**: they differ from the sum of the entries. The projector never changes the gap,
 * because
 * it moves both sides equally. So a gap that was measured exactly can be added to the counters at any later
 * time, unless another recount has added it, which the correction count stored with the counters shows.
 *
 * A gap is exact if the entries were the same before and after the counters were read. Targets of entries
 * that changed in between are busy and are read again.
 */

/** The current counters of an objective, a sprint, or a team's day. */
export interface RecountTarget {
  /** As in CountDifferences: a partition key, or `<teamId> <day>`. */
  key: string;
  of: 'sprint' | 'objective' | 'team';
  id: string;
  name: string;
  /** For a team: the day. */
  day?: string;
  /** Undefined if they do not exist. */
  counters: Readonly<Partial<Record<string, number>>> | undefined;
  /** For a sprint or an objective: what its days sum up to. */
  days?: Readonly<Record<RecountedDayCounter, number>>;
  recounts: number | undefined;
  /** Ids of the objective's key results, before and after reading its counters. */
  keyResults?: readonly [readonly string[], readonly string[]];
}

/** A story with its ledger entry, read before and after the counters. */
export interface ObservedStory {
  id: string;
  /** Undefined if the story has been deleted. */
  reference: string | undefined;
  before: LedgerLine;
  after: LedgerLine;
  /** The correct state of the story, and the entry that was read with it. */
  now: CountedStory | null;
  last: LedgerLine;
}

/** An item that refers to a deleted one. */
export interface Dangling {
  of: 'story' | 'sprint' | 'keyResult';
  id: string;
  name: string;
  field: Link;
  missing: string;
}

/** The sums of a team's ledger entries. */
export interface StorySums {
  /** By target and counter, after the counters were read. */
  sums: ReadonlyMap<string, Record<string, number>>;
  /** Targets of entries that changed around the reading of the counters; undefined if all targets may have. */
  moved: ReadonlySet<string> | undefined;
}

export interface CountsSnapshot extends StorySums {
  targets: readonly RecountTarget[];
  behind: readonly ObservedStory[];
  dangling: readonly Dangling[];
  /** Stories whose entry changed while they were read. */
  changed: readonly string[];
}

/** The difference between a target's counters and the ledger, by counter. */
export interface CounterGap {
  target: RecountTarget;
  lacks: Readonly<Record<string, number>>;
}

/** Results of reading a team: exact gaps, and targets that kept changing while they were read. */
export interface Observation {
  gaps: ReadonlyMap<string, CounterGap>;
  busy: ReadonlySet<string>;
  snapshot: CountsSnapshot;
}

const storyCounters: readonly CounterName[] = [...statusCategories, 'remainingSize'];

/** The sums of the days of a burn-down: the remaining stories, and their size. */
const dayCounters = ['burnDownStories', 'burnDownSize'] as const;
export type RecountedDayCounter = (typeof dayCounters)[number];
export const isDayCounter = (name: string): name is RecountedDayCounter =>
  (dayCounters as readonly string[]).includes(name);

const countersOf = (of: RecountTarget['of']): readonly string[] =>
  ({
    sprint: [...storyCounters, ...dayCounters],
    objective: [...storyCounters, 'keyResults', ...dayCounters],
    team: ['size'],
  })[of];

/** Sums of fractional estimates have rounding errors far below any estimate. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The sums over stories, by target and counter. */
function sumByTarget(counted: Iterable<CountedStory | null>): Map<string, Record<string, number>> {
  const sum = noDifferences();
  for (const each of counted) addDifference(sum, null, each);
  return sumsOf(sum);
}

function sumsOf({ owners, done }: CountDifferences): Map<string, Record<string, number>> {
  return new Map<string, Record<string, number>>([
    ...[...owners].map(([key, counters]) => {
      const { backlog = 0, unstarted = 0, started = 0, remainingSize = 0 } = counters;
      const days = { burnDownStories: backlog + unstarted + started, burnDownSize: remainingSize };
      return [key, { ...counters, ...days }] as const;
    }),
    ...[...done].map(([key, size]) => [key, { size }] as const),
  ]);
}

/** Sums up stories one by one, in memory bounded by the number of targets. */
export function startSums(): { add: (observed: ObservedStory) => void; total: () => StorySums } {
  const sum = noDifferences();
  let moved: Set<string> | undefined = new Set();
  return {
    add({ before, after }) {
      addDifference(sum, null, after.counted);
      if (before.version === after.version) return;
      // If it changed more than once, its intermediate targets are unknown.
      if (after.version !== before.version + 1) moved = undefined;
      for (const key of [before, after].flatMap(({ counted }) => targetsOf(counted))) moved?.add(key);
    },
    total: () => ({ sums: sumsOf(sum), moved }),
  };
}

/** The exact gap of each target, and the keys of targets that this snapshot cannot decide. */
export function findGaps({ targets, sums, moved }: Pick<CountsSnapshot, 'targets' | 'sums' | 'moved'>): {
  gaps: CounterGap[];
  busy: Set<string>;
} {
  const busy = busyTargets(targets, moved);
  const gaps = targets
    .filter(({ key }) => !busy.has(key))
    .map((target) => {
      const { key, of, keyResults } = target;
      const held = heldBy(target);
      const sum: Record<string, number> = {
        ...sums.get(key),
        ...(keyResults ? { keyResults: keyResults[1].length } : {}),
      };
      const lacks = countersOf(of).map(
        (name) => [name, rounded((sum[name] ?? 0) - (held[name] ?? 0))] as const,
      );
      return { target, lacks: Object.fromEntries(lacks.filter(([, by]) => by !== 0)) };
    });
  return { gaps, busy };
}

const heldBy = ({
  counters,
  days,
}: Pick<RecountTarget, 'counters' | 'days'>): Partial<Record<string, number>> => ({
  ...counters,
  ...days,
});

function busyTargets(targets: readonly RecountTarget[], moved: StorySums['moved']): Set<string> {
  if (moved === undefined) return new Set(targets.map(({ key }) => key));
  const busy = new Set(moved);
  for (const { key, keyResults } of targets) {
    if (keyResults && !isDeepStrictEqual(...keyResults)) busy.add(key);
  }
  return busy;
}

const targetsOf = (counted: CountedStory | null): string[] =>
  counted === null
    ? []
    : [...ownersOf(counted), ...(counted.doneDay ? [`${counted.teamId} ${counted.doneDay}`] : [])];

/** Whether a story's entry differs from the story, which the projector may not have processed yet. */
export const isBehind = ({ last, now }: ObservedStory): boolean => !isDeepStrictEqual(last.counted, now);

/** A counter with a wrong value. */
export interface CounterDrift {
  of: RecountTarget['of'];
  id: string;
  name: string;
  /** A status category, remainingSize or keyResults; for a team, the day of its throughput. */
  counter: string;
  /** Null if the counters do not exist. */
  is: number | null;
  /** The sum of the ledger entries. */
  ledger: number;
  /** The sum of the stories. */
  shouldBe: number;
}

/** The counting errors of a team. */
export interface RecountFindings {
  drift: CounterDrift[];
  /** Stories whose ledger entry is outdated; null means not counted, or deleted. */
  behind: {
    id: string;
    reference: string | undefined;
    counted: CountedStory | null;
    now: CountedStory | null;
  }[];
  dangling: readonly Dangling[];
  /** Targets that kept changing while they were read. */
  busy: string[];
  /** The corrections to make. */
  gaps: CounterGap[];
}

/**
 * The differences found by both of two passes. In between, the projector has processed pending changes and
 * the indexes have caught up, so only real errors remain.
 */
export function confirmFindings(first: Observation, second: Observation): RecountFindings {
  const versions = new Map(first.snapshot.behind.map(({ id, last }) => [id, last.version]));
  const behind = second.snapshot.behind.filter((each) => versions.get(each.id) === each.last.version);
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

function driftOf(
  targets: readonly RecountTarget[],
  gaps: readonly CounterGap[],
  behind: readonly ObservedStory[],
): CounterDrift[] {
  const gapOf = new Map(gaps.map((gap) => [gap.target.key, gap]));
  const [are, shouldBe] = [
    sumByTarget(behind.map(({ last }) => last.counted)),
    sumByTarget(behind.map(({ now }) => now)),
  ];
  return targets.flatMap((found): CounterDrift[] => {
    const gap = gapOf.get(found.key);
    const target = gap?.target ?? found;
    const { of, id, name, day } = target;
    const held = heldBy(target);
    const moves = (counter: string) =>
      (shouldBe.get(found.key)?.[counter] ?? 0) - (are.get(found.key)?.[counter] ?? 0);
    return countersOf(of).flatMap((counter) => {
      const isMissing = of !== 'team' && target.counters === undefined && !isDayCounter(counter);
      const is = held[counter] ?? 0;
      const ledger = rounded(is + (gap?.lacks[counter] ?? 0));
      const should = rounded(ledger + moves(counter));
      if (is === ledger && ledger === should && !isMissing) return [];
      return [{ of, id, name, counter: day ?? counter, is: isMissing ? null : is, ledger, shouldBe: should }];
    });
  });
}

/** Whether a recount found nothing to correct. */
export const isClean = ({ drift, behind, dangling, gaps }: RecountFindings): boolean =>
  drift.length + behind.length + dangling.length + gaps.length === 0;
