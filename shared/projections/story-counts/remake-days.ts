import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Change, Database, Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { correctCounts, getCounts, markDaysRemade } from '../../planning/counts/counts-store.ts';
import { addToDay, getDays } from '../../planning/counts/day-store.ts';
import { remainingAdded, remainingSizeAdded, type Day, type DayCounter } from '../../planning/counts/days.ts';
import { getSprintZones } from '../../planning/sprints/sprint-store.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getStoryItem, storyIdOf, storyPartitions, toStory } from '../../planning/story/story-store.ts';
import { addStep, movedOn, type Days, type ZonesByOwner } from './day-steps.ts';
import { countedAs } from './ledger.ts';
import type { CounterGap } from './recount.ts';

/** Number of stories read at once, and of days in a transaction: DynamoDB allows 100 changes. */
const STORIES_PER_READ = 200;
const DAYS_AT_ONCE = 90;

/**
 * Recreates the days of a sprint or an objective from its stories' own dates, because they do not sum up to its
 * remaining work: each story entered the scope on the day it was created and left it on the day it was completed. What
 * is written are differences, so that changes counted meanwhile stay; whatever the stories do not explain of the gap is
 * put on today. Does nothing if another recount is at it.
 */
export async function remakeDays(
  database: Database,
  { target, lacks }: CounterGap,
  now: Date,
): Promise<void> {
  const read = createReader(database);
  const counts = await getCounts(read, target.key);
  if (!counts) return;
  const stored = await getDays(read, target.key);
  const zones = await getSprintZones(read, target.of === 'sprint' ? [target.id] : []);
  const today = dayText(dayInZone(now, zones.get(target.key) ?? 'UTC'));
  const derived = await daysOfStories(read, target, zones);
  const differences = new Map<string, Day>();
  for (const day of new Set([...stored.keys(), ...derived.keys(), today])) {
    differences.set(day, movedOn(difference(derived.get(day) ?? {}, stored.get(day) ?? {})));
  }
  const moved = [...differences.values()];
  const left = {
    added: (lacks['burnDownStories'] ?? 0) - moved.reduce((sum, day) => sum + remainingAdded(day), 0),
    resized: (lacks['burnDownSize'] ?? 0) - moved.reduce((sum, day) => sum + remainingSizeAdded(day), 0),
  };
  const atLast = differences.get(today)!;
  differences.set(today, movedOn(sumOf(atLast, left)));
  const changes = [...differences]
    .filter(([, day]) => Object.keys(day).length > 0)
    .map(([day, by]) => addToDay(target.key, day, by));
  if (!(await tryCommit(database, [markDaysRemade(target.key, writeConflict)]))) return;
  for (let start = 0, recounts = counts.recounts; start < changes.length; start += DAYS_AT_ONCE) {
    const guard: Change = correctCounts(target.key, {}, recounts, writeConflict);
    if (!(await tryCommit(database, [guard, ...changes.slice(start, start + DAYS_AT_ONCE)]))) return;
    recounts = (recounts ?? 0) + 1;
  }
}

/** The days if each story had only been created and, where it is, completed. */
async function daysOfStories(
  read: Reader,
  { of, id, key }: Pick<CounterGap['target'], 'of' | 'id' | 'key'>,
  zones: ZonesByOwner,
): Promise<Map<string, Day>> {
  const days: Days = new Map();
  const [index, partition] =
    of === 'sprint'
      ? (['sprint', storyPartitions.sprint(id)] as const)
      : (['objective', storyPartitions.objective(id)] as const);
  for (let before: string | undefined; ;) {
    const from = before === undefined ? {} : { before };
    const keys = await read.query({ index, partition, limit: STORIES_PER_READ, ...from });
    const stories = await Promise.all(keys.map((each) => getStoryItem(read, storyIdOf(each))));
    const found = stories.flatMap((item) => (item ? [toStory(item)] : []));
    const categories = await getStatusCategories(
      read,
      found.map(({ statusId }) => statusId),
    );
    for (const story of found) {
      const { createdAt, completedAt } = story;
      const times = { changedAt: createdAt, cameAt: createdAt, completedAt };
      addStep(days, null, countedAs(story, categories.get(story.statusId)!), times, zones);
    }
    if (keys.length < STORIES_PER_READ) break;
    before = keys.at(-1)!.pk;
  }
  const own = [...days].filter(([name]) => name.startsWith(`${key} `));
  return new Map(own.map(([name, day]) => [name.slice(key.length + 1), day]));
}

function difference(is: Day, was: Day): Day {
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])] as DayCounter[];
  return Object.fromEntries(names.map((name) => [name, (is[name] ?? 0) - (was[name] ?? 0)]));
}

function sumOf(day: Day, more: Day): Day {
  const names = [...new Set([...Object.keys(day), ...Object.keys(more)])] as DayCounter[];
  return Object.fromEntries(names.map((name) => [name, (day[name] ?? 0) + (more[name] ?? 0)]));
}
