import { setTimeout as delay } from 'node:timers/promises';
import { RaceLost, raceLost } from '../../api/errors.ts';
import type { Database } from '../../db/client.ts';
import { createReader } from '../../db/reader.ts';
import { commit, type Change } from '../../db/write.ts';
import type { Team } from '../../teams/team.ts';
import { clearDeletedObjective } from '../../cascades/clear-deleted.ts';
import { countStories, STORIES_AT_ONCE } from './count-stories.ts';
import { correctCounts, restoreCounts } from '../../counts/counts-store.ts';
import { confirmed, gapsOf, isBehind, isClean, type Findings, type Gap, type Look } from './recount.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { correctDone } from '../../counts/throughput-store.ts';

export interface RecountOptions {
  fix: boolean;
  /** Told of each story as it is read for the first time. */
  onStory?: () => void;
}

export interface Recounted {
  /** What was wrong. */
  found: Findings;
  /** What still is: the same where nothing was to be fixed. */
  left: Findings;
}

type CountedTeam = Pick<Team, 'id' | 'code'>;

/** How often a look is repeated for what kept changing, and a repair for what it did not put right. */
const PASSES = 12;
const REPAIRS = 4;
/** How long the dispatcher and the indexes get to catch up before something counts as wrong. */
const CATCH_UP_MS = 1_000;

/**
 * Recounts a team's objectives, sprints and completed sizes of the last 60 days from its stories. With `fix` it
 * counts the stories that are behind, adds to counters what they lack (recount.ts says why both are safe beside
 * the dispatcher and the API), gives counters back that are missing, and lets go of what has been deleted. It
 * leaves the days of objectives and sprints as they are: a story that is counted late is added to the day of its
 * last change, and analyses start from the counters and say when the days do not tell of all that is in them.
 */
export async function recountTeam(
  database: Database,
  team: CountedTeam,
  clock: () => Date,
  { fix, onStory = () => undefined }: RecountOptions,
): Promise<Recounted> {
  const found = await lookTwice(database, team, clock, onStory);
  let left = found;
  for (let repairs = 0; fix && !isClean(left) && repairs < REPAIRS; repairs++) {
    await repair(database, team, left, clock());
    left = await lookTwice(database, team, clock, () => undefined);
  }
  return { found, left };
}

/** What is wrong and stays so; the second look is taken only where the first saw something. */
async function lookTwice(
  database: Database,
  team: CountedTeam,
  clock: () => Date,
  onStory: () => void,
): Promise<Findings> {
  const first = await look(database, team, clock(), onStory);
  const { snapshot, gaps, busy } = first;
  const isFine =
    !snapshot.observed.some(isBehind) &&
    snapshot.dangling.length === 0 &&
    busy.size === 0 &&
    [...gaps.values()].every(({ target, lacks }) => target.counters && Object.keys(lacks).length === 0);
  if (isFine) return confirmed(first, first);
  await delay(CATCH_UP_MS);
  return confirmed(first, await look(database, team, clock(), () => undefined));
}

/** Reads a team until the gap of every target has been seen exactly, or it stays busy. */
async function look(database: Database, team: CountedTeam, now: Date, onStory: () => void): Promise<Look> {
  const exact = new Map<string, Gap>();
  const hot = new Set<string>();
  for (let pass = 1; ; pass++) {
    const onRead = pass === 1 ? onStory : () => undefined;
    const snapshot = await takeSnapshot(createReader(database), team, { now, hot, onStory: onRead });
    const { gaps, busy } = gapsOf(snapshot);
    for (const gap of gaps) exact.set(gap.target.key, gap);
    const unknown = new Set([...busy].filter((key) => !exact.has(key)));
    if (unknown.size === 0 || pass === PASSES) return { gaps: exact, busy: unknown, snapshot };
    for (const { id, before, last } of snapshot.observed) if (before.version !== last.version) hot.add(id);
  }
}

async function repair(database: Database, team: CountedTeam, findings: Findings, now: Date): Promise<void> {
  const { behind, dangling, gaps } = findings;
  const objectives = dangling.filter(({ field }) => field === 'objectiveId').map(({ missing }) => missing);
  for (const id of new Set(objectives)) await clearDeletedObjective(database, id, now);
  // Counting a story lets go of what is missing too.
  const stories = [...behind, ...dangling.filter(({ of }) => of === 'story')].map(({ id }) => id);
  const ids = [...new Set(stories)];
  for (let start = 0; start < ids.length; start += STORIES_AT_ONCE) {
    await countStories(database, ids.slice(start, start + STORIES_AT_ONCE), now);
  }
  for (const gap of gaps) await unlessLost(database, corrections(team, gap));
}

/** Counters that are not there are made first; what they lack is found, and added, at the next look. */
function corrections(team: CountedTeam, { target, lacks }: Gap): Change[] {
  const { key, day, counters, recounts } = target;
  if (day !== undefined) {
    const found = counters && { size: counters['size']!, ...(recounts === undefined ? {} : { recounts }) };
    return [correctDone(team.id, day, lacks['size']!, found, raceLost)];
  }
  return counters ? [correctCounts(key, lacks, recounts, raceLost)] : restoreCounts(key, raceLost);
}

/** What another recount has put right meanwhile, or what is gone, needs nothing more. */
async function unlessLost(database: Database, changes: readonly Change[]): Promise<void> {
  try {
    await commit(database, changes);
  } catch (error) {
    if (!(error instanceof RaceLost)) throw error;
  }
}
