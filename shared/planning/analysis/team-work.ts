import { utcDay } from '../../kernel/core/date-span.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getTallies } from '../counts/counts-store.ts';
import { getDays } from '../counts/day-store.ts';
import type { Day } from '../counts/days.ts';
import type { Tally } from '../counts/story-counts.ts';
import { getDailyCompleted } from '../counts/throughput-store.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { completionDaysOf, PACE_DAYS, paceOf, type Pace } from '../forecasts/pace.ts';
import { OBSERVED_DAYS, type Contender, type ObservedShares } from '../forecasts/shares.ts';
import type { DependentStory } from '../forecasts/dependent-stories.ts';
import type { StoredObjective } from '../objective/objective.ts';
import { objectivesOf, toObjective } from '../objective/objective-store.ts';
import { readDependentStories } from './read-dependent-stories.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';

/** The maximum numbers of a team's objectives that are read, newest first, and of those whose days are read. */
const OBJECTIVES_MAX = 200;
const OBSERVED_MAX = 24;
/** The number of days after an objective's first story in which added scope counts as planning, not growth. */
const PLANNING_DAYS = 7;
const GROWTH_WEEKS_MIN = 2;

/** The input of forecasts of a team's work. */
interface TeamWork {
  /** Undefined if there is too little history. */
  pace: Pace | undefined;
  completionDays: number;
  /** The size completed on each day, for the seed. */
  daily: readonly number[];
  /** The objectives that have begun or have work left, the newest first. */
  watched: readonly ObjectiveActivity[];
  /** The objectives under way, which share the team's capacity. */
  contenders: Contender[];
  /** The objectives in the backlog with remaining work: each would share the capacity if it began. */
  waiting: Contender[];
  /** The team's stories that are blocked or have a future start date, and their blockers. */
  related: readonly DependentStory[];
  observed: ObservedShares;
}

/** An objective with its counters and its recent days. */
export interface ObjectiveActivity {
  objective: StoredObjective;
  tally: Tally;
  days: ReadonlyMap<string, Day>;
}

/** The objective that a forecast is about. */
interface Subject {
  item: Item;
  objective: StoredObjective;
  tally: Tally;
}

/** Reads a team's pace, and the objectives that share it; the subject counts as under way if it has work left. */
export async function readTeamWork(
  read: Reader,
  { teamId, subject, now }: { teamId: string; subject?: Subject; now: Date },
): Promise<TeamWork> {
  const [daily, related, items] = await Promise.all([
    getDailyCompleted(read, teamId, { now, days: PACE_DAYS }),
    readDependentStories(read, { teamId, now, withStarts: true }),
    readNewest(read, {
      index: 'list',
      partitions: objectivesOf(teamId),
      before: undefined,
      limit: OBJECTIVES_MAX,
    }),
  ]);
  const watched = await watch(read, items, subject);
  const categories = await getStatusCategories(
    read,
    watched.map(({ objective }) => objective.statusId),
  );
  const stateOf = ({ objective, tally }: ObjectiveActivity): 'under way' | 'waiting' | 'over' => {
    const category = categories.get(objective.statusId);
    if (tally.remainingSize <= 0) return 'over';
    if (objective.id === subject?.objective.id) return 'under way';
    if (category === 'completed' || category === 'cancelled') return 'over';
    return category === 'backlog' && !isBegun(tally) ? 'waiting' : 'under way';
  };
  const those = (state: ReturnType<typeof stateOf>) =>
    watched.filter((one) => stateOf(one) === state).map((one) => contenderOf(one, now));
  return {
    pace: paceOf(daily),
    completionDays: completionDaysOf(daily),
    daily,
    watched,
    contenders: those('under way'),
    waiting: those('waiting'),
    related,
    observed: observe(watched, daily, now),
  };
}

/** Reads the days of the subject, and of the newest objectives that have begun or have work left. */
async function watch(
  read: Reader,
  items: readonly Item[],
  subject: Subject | undefined,
): Promise<ObjectiveActivity[]> {
  const others = items.filter(({ pk }) => pk !== subject?.item.pk);
  const tallies = await getTallies(
    read,
    others.map(({ pk }) => pk),
  );
  const busy = others
    .map((item, position) => ({ item, objective: toObjective(item), tally: tallies[position]! }))
    .filter(({ tally }) => tally.remainingSize > 0 || tally.counts.completed > 0);
  return await Promise.all(
    [...(subject ? [subject] : []), ...busy]
      .slice(0, OBSERVED_MAX)
      .map(async ({ item, objective, tally }) => ({
        objective,
        tally,
        days: await getDays(read, item.pk),
      })),
  );
}

const isBegun = ({ counts }: Tally): boolean => counts.started + counts.completed > 0;

function contenderOf({ objective, tally, days }: ObjectiveActivity, now: Date): Contender {
  const { id, priority, startDate } = objective;
  return {
    id,
    priority,
    remaining: Math.round(tally.remainingSize * 100),
    begun: isBegun(tally),
    startsIn: startDate === null ? 0 : Math.max(0, utcDay(startDate) - utcDay(now)),
    weeklyGrowth: growthOf(days, now),
    completed: completedSince(days, utcDay(now) - OBSERVED_DAYS).size,
  };
}

/** What a recent week added to an objective's scope, beyond what was removed from it; never negative. */
function growthOf(days: ReadonlyMap<string, Day>, now: Date): number {
  const first = Math.min(...[...days.keys()].map(utcDay));
  const today = utcDay(now);
  const from = Math.max(first + PLANNING_DAYS, today - OBSERVED_DAYS);
  const weeks = (today - from) / 7;
  if (!(weeks >= GROWTH_WEEKS_MIN)) return 0;
  const net = since(days, from).reduce(
    (sum, { addedSize = 0, removedSize = 0, resized = 0 }) => sum + addedSize - removedSize + resized,
    0,
  );
  return Math.max(0, net / weeks);
}

function observe(watched: readonly ObjectiveActivity[], daily: readonly number[], now: Date): ObservedShares {
  const today = utcDay(now);
  const first = today - OBSERVED_DAYS;
  const completions = watched.flatMap(({ days }) =>
    [...days].filter(([day, { completed = 0 }]) => utcDay(day) >= first && completed > 0),
  );
  const from = Math.min(today, ...completions.map(([day]) => utcDay(day)));
  const each = watched.map(({ days }) => completedSince(days, from));
  return {
    total: from < today ? daily.slice(from - today).reduce((sum, size) => sum + Math.max(0, size), 0) : 0,
    inObjectives: each.reduce((sum, { size }) => sum + size, 0),
    stories: each.reduce((sum, { stories }) => sum + stories, 0),
  };
}

const since = (days: ReadonlyMap<string, Day>, from: number): Day[] =>
  [...days].filter(([day]) => utcDay(day) >= from).map(([, day]) => day);

function completedSince(days: ReadonlyMap<string, Day>, from: number): { size: number; stories: number } {
  const found = since(days, from);
  const sum = (of: (day: Day) => number) =>
    Math.max(
      0,
      found.reduce((total, day) => total + of(day), 0),
    );
  return {
    size: sum(({ completedSize = 0, reopenedSize = 0 }) => completedSize - reopenedSize),
    stories: sum(({ completed = 0, reopened = 0 }) => completed - reopened),
  };
}
