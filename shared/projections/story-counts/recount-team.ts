import { setTimeout as delay } from 'node:timers/promises';
import { writeConflict } from '../../core/errors.ts';
import { createReader } from '../../db/reader.ts';
import { tryCommit } from '../../db/write.ts';
import type { Team } from '../../teams/team.ts';
import { clearDeletedObjective } from '../../cascades/clear-deleted.ts';
import { countStories, STORIES_PER_TRANSACTION } from './count-stories.ts';
import { correctCounts, restoreCounts } from '../../counts/counts-store.ts';
import {
  confirmFindings,
  findGaps,
  isBehind,
  isClean,
  type Findings,
  type Gap,
  type Observation,
} from './recount.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { correctCompleted } from '../../counts/throughput-store.ts';
import type { Change, Database } from '../../core/database.ts';

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
const MAX_PASSES = 12;
const MAX_REPAIRS = 4;
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
  const found = await observeTwice(database, team, clock, onStory);
  let left = found;
  for (let repairs = 0; fix && !isClean(left) && repairs < MAX_REPAIRS; repairs++) {
    await repair(database, team, left, clock());
    left = await observeTwice(database, team, clock, () => undefined);
  }
  return { found, left };
}

/** What is wrong and stays so; the second look is taken only where the first saw something. */
async function observeTwice(
  database: Database,
  team: CountedTeam,
  clock: () => Date,
  onStory: () => void,
): Promise<Findings> {
  const first = await observe(database, team, clock(), onStory);
  const { snapshot, gaps, busy } = first;
  const isFine =
    !snapshot.observed.some(isBehind) &&
    snapshot.dangling.length === 0 &&
    busy.size === 0 &&
    [...gaps.values()].every(({ target, lacks }) => target.counters && Object.keys(lacks).length === 0);
  if (isFine) return confirmFindings(first, first);
  await delay(CATCH_UP_MS);
  return confirmFindings(first, await observe(database, team, clock(), () => undefined));
}

/** Reads a team until the gap of every target has been seen exactly, or it stays busy. */
async function observe(
  database: Database,
  team: CountedTeam,
  now: Date,
  onStory: () => void,
): Promise<Observation> {
  const exact = new Map<string, Gap>();
  const hot = new Set<string>();
  for (let pass = 1; ; pass++) {
    const onRead = pass === 1 ? onStory : () => undefined;
    const snapshot = await takeSnapshot(createReader(database), team, { now, hot, onStory: onRead });
    const { gaps, busy } = findGaps(snapshot);
    for (const gap of gaps) exact.set(gap.target.key, gap);
    const unknown = new Set([...busy].filter((key) => !exact.has(key)));
    if (unknown.size === 0 || pass === MAX_PASSES) return { gaps: exact, busy: unknown, snapshot };
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
  for (let start = 0; start < ids.length; start += STORIES_PER_TRANSACTION) {
    await countStories(database, ids.slice(start, start + STORIES_PER_TRANSACTION), now);
  }
  // What another recount has put right meanwhile, or what is gone, needs nothing more.
  for (const gap of gaps) await tryCommit(database, corrections(team, gap));
}

/** Counters that are not there are made first; what they lack is found, and added, at the next look. */
function corrections(team: CountedTeam, { target, lacks }: Gap): Change[] {
  const { key, day, counters, recounts } = target;
  if (day !== undefined) {
    const found = counters && { size: counters['size']!, ...(recounts === undefined ? {} : { recounts }) };
    return [correctCompleted(team.id, day, lacks['size']!, found, writeConflict)];
  }
  return counters ? [correctCounts(key, lacks, recounts, writeConflict)] : restoreCounts(key, writeConflict);
}
