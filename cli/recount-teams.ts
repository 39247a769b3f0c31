import {
  isClean,
  type Dangling,
  type CounterDrift,
  type RecountFindings,
} from '../shared/projections/story-counts/recount.ts';
import { recountTeam } from '../shared/projections/story-counts/recount-team.ts';
import { findStoryIdPages } from '../shared/planning/story/story-lookup-store.ts';
import type { Team } from '../shared/identity/team/team.ts';
import { createReader } from '../shared/kernel/db/reader.ts';
import { systemClock } from '../shared/kernel/core/clock.ts';
import type { Database } from '../shared/kernel/core/database.ts';

/** Result of a workspace's recount. */
export interface Recount {
  teams: number;
  stories: number;
  drift: (CounterDrift & { team: string })[];
  /** Stories with uncounted changes. */
  behind: RecountFindings['behind'];
  /** Items that refer to deleted ones. */
  dangling: Dangling[];
  /** Names of targets that changed too often to be read. */
  busy: string[];
  /** Whether all is right now. */
  fixed: boolean;
  /** Number of differences that remain. */
  left: number;
}

interface Steps {
  fix: boolean;
  /** Called with the number of stories to read. */
  onStart: (stories: number) => void;
  onStory: () => void;
}

/**
 * Recounts teams from their stories and, with `fix`, corrects differences. Not an operation: it repairs
 * derived data with the projections' own code.
 */
export async function recountTeams(
  database: Database,
  teams: readonly Team[],
  { fix, onStart, onStory }: Steps,
): Promise<Recount> {
  const read = createReader(database);
  let stories = 0;
  for (const { id } of teams) for await (const ids of findStoryIdPages(read, id)) stories += ids.length;
  onStart(stories);
  const results = [];
  for (const team of teams) {
    results.push({ team, ...(await recountTeam(database, team, systemClock, { fix, onStory })) });
  }
  const size = ({ drift, behind, dangling }: RecountFindings) =>
    drift.length + behind.length + dangling.length;
  return {
    teams: teams.length,
    stories,
    drift: results.flatMap(({ team, found }) => found.drift.map((each) => ({ ...each, team: team.code }))),
    behind: results.flatMap(({ found }) => found.behind),
    dangling: results.flatMap(({ found }) => found.dangling),
    busy: results.flatMap(({ left }) => left.busy),
    fixed: results.every(({ left }) => isClean(left) && left.busy.length === 0),
    left: results.reduce((sum, { left }) => sum + size(left), 0),
  };
}
