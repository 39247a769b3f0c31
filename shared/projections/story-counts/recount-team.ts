import { setTimeout as delay } from 'node:timers/promises';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { Team } from '../../identity/team/team.ts';
import { clearDeletedObjective } from '../../planning/stories/clear-deleted.ts';
import { updateStoryCounts, STORIES_PER_TRANSACTION } from './update-story-counts.ts';
import { correctCounts, restoreCounts } from '../../planning/counts/counts-store.ts';
import {
  confirmFindings,
  findGaps,
  isClean,
  isDayCounter,
  type RecountFindings,
  type CounterGap,
  type Observation,
} from './recount.ts';
import { remakeDays } from './remake-days.ts';
import { takeCountsSnapshot } from './take-snapshot.ts';
import { correctCompleted } from '../../planning/counts/throughput-store.ts';
import type { Change, Database } from '../../kernel/core/database.ts';

interface RecountOptions {
  fix: boolean;
  /** Called for each story when it is first read. */
  onStory?: () => void;
}

interface Recounted {
  /** The differences found. */
  found: RecountFindings;
  /** The differences that remain; equal to `found` without `fix`. */
  left: RecountFindings;
}

type CountedTeam = Pick<Team, 'id' | 'code'>;

/** Maximum number of repeated reads while data keeps changing, and of repair attempts. */
const PASSES_MAX = 12;
const REPAIRS_MAX = 4;
/** The time for the projector and the indexes to catch up before a difference counts, in milliseconds. */
const CATCH_UP_MS = 1_000;

/**
 * Recounts a team's objectives, sprints and throughput of the last 60 days from its stories. With `fix`,
 * counts outdated stories, corrects and recreates counters, recreates days that do not sum up to them, and
 * removes dangling references; recount.ts explains why this is safe to run alongside the projector and the API.
 * A story counted late is added to the day of its last change.
 */
export async function recountTeam(
  database: Database,
  team: CountedTeam,
  clock: () => Date,
  { fix, onStory = () => undefined }: RecountOptions,
): Promise<Recounted> {
  const found = await observeTwice(database, team, clock, onStory);
  let left = found;
  for (let repairs = 0; fix && !isClean(left) && repairs < REPAIRS_MAX; repairs++) {
    await repair(database, team, left, clock());
    left = await observeTwice(database, team, clock, () => undefined);
  }
  return { found, left };
}

/** The persistent differences; the second read is made only if the first found any. */
async function observeTwice(
  database: Database,
  team: CountedTeam,
  clock: () => Date,
  onStory: () => void,
): Promise<RecountFindings> {
  const first = await observe(database, team, clock(), onStory);
  const { snapshot, gaps, busy } = first;
  const isFine =
    snapshot.behind.length === 0 &&
    snapshot.dangling.length === 0 &&
    busy.size === 0 &&
    [...gaps.values()].every(({ target, lacks }) => target.counters && Object.keys(lacks).length === 0);
  if (isFine) return confirmFindings(first, first);
  await delay(CATCH_UP_MS);
  return confirmFindings(first, await observe(database, team, clock(), () => undefined));
}

/** Reads a team until every target's gap is exact, or retries run out. */
async function observe(
  database: Database,
  team: CountedTeam,
  now: Date,
  onStory: () => void,
): Promise<Observation> {
  const exact = new Map<string, CounterGap>();
  const hot = new Set<string>();
  for (let pass = 1; ; pass++) {
    const onRead = pass === 1 ? onStory : () => undefined;
    const snapshot = await takeCountsSnapshot(createReader(database), team, { now, hot, onStory: onRead });
    const { gaps, busy } = findGaps(snapshot);
    for (const gap of gaps) exact.set(gap.target.key, gap);
    const unknown = new Set([...busy].filter((key) => !exact.has(key)));
    if (unknown.size === 0 || pass === PASSES_MAX) return { gaps: exact, busy: unknown, snapshot };
    for (const id of snapshot.changed) hot.add(id);
  }
}

async function repair(
  database: Database,
  team: CountedTeam,
  findings: RecountFindings,
  now: Date,
): Promise<void> {
  const { behind, dangling, gaps } = findings;
  const objectives = dangling.filter(({ field }) => field === 'objectiveId').map(({ missing }) => missing);
  for (const id of new Set(objectives)) await clearDeletedObjective(database, id, now);
  // Counting a story also removes dangling references.
  const stories = [...behind, ...dangling.filter(({ of }) => of === 'story')].map(({ id }) => id);
  const ids = [...new Set(stories)];
  for (let start = 0; start < ids.length; start += STORIES_PER_TRANSACTION) {
    await updateStoryCounts(database, ids.slice(start, start + STORIES_PER_TRANSACTION), now);
  }
  // What another recount has put right meanwhile, or what is gone, needs nothing more.
  for (const gap of gaps) {
    await tryCommit(database, corrections(team, gap));
    if (Object.keys(gap.lacks).some(isDayCounter)) await remakeDays(database, gap, now);
  }
}

/** Missing counters are created first; the next pass fills in their values. */
function corrections(team: CountedTeam, { target, lacks }: CounterGap): Change[] {
  const { key, day, counters, recounts } = target;
  if (day !== undefined) {
    const found = counters && { size: counters['size']!, ...(recounts === undefined ? {} : { recounts }) };
    return [correctCompleted(team.id, day, lacks['size']!, found, writeConflict)];
  }
  if (!counters) return restoreCounts(key, writeConflict);
  const counts = Object.entries(lacks).filter(([name]) => !isDayCounter(name));
  return counts.length > 0 ? [correctCounts(key, Object.fromEntries(counts), recounts, writeConflict)] : [];
}
