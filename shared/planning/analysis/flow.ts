import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import type { AgedStory, Amount, Flow, Group, Week } from './analysis.ts';
import { daysBetween, mondayOf } from './calendar.ts';
import { spreadOf } from './percentiles.ts';
import type { AnalyzedStory } from './work.ts';

/** The analyzed period: includes its start, excludes its end. */
export interface AnalysisPeriod {
  since: string;
  before: string;
}

/** Number of stories in progress that are listed. */
const NAMED_MAX = 10;

/** Work completed in a period and its cycle times, and work in progress now with its age. */
export function flowOf(work: readonly AnalyzedStory[], window: AnalysisPeriod, now: Date): Flow {
  const completed = completedIn(work, window);
  const inProgress = work.filter((one) => one.inProgress);
  return {
    completed: amountOf(completed),
    cycleTime: spreadOf(completed.map(({ startedAt, completedAt }) => daysSince(startedAt, completedAt!))),
    inProgress: amountOf(inProgress),
    age: spreadOf(inProgress.map(({ startedAt }) => daysSince(startedAt, now.toISOString()))),
  };
}

/** Work completed in each week of a zone that the period touches, oldest first. */
export function throughputOf(
  work: readonly AnalyzedStory[],
  window: AnalysisPeriod,
  timeZone: string,
): Week[] {
  const { since, before } = window;
  const mondayAt = (at: string | Date) => mondayOf(dayInZone(at, timeZone));
  if (since >= before) return [];
  const completed = completedIn(work, window);
  const last = mondayAt(new Date(Date.parse(before) - 1));
  const weeks: Week[] = [];
  for (let monday = mondayAt(since); monday <= last; monday += 7) {
    const inWeek = completed.filter(({ completedAt }) => mondayAt(completedAt!) === monday);
    weeks.push({ weekStartDate: dayText(monday), completed: amountOf(inWeek) });
  }
  return weeks;
}

/** The stories that have been in progress the longest, among those with a known start. */
export const oldestOf = (work: readonly AnalyzedStory[], now: Date): AgedStory[] =>
  work
    .flatMap((one) => (one.inProgress && one.startedAt ? { ...one, startedAt: one.startedAt } : []))
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
    .slice(0, NAMED_MAX)
    .map(({ id, reference, title, assigneeId, startedAt }) => ({
      id,
      reference,
      title,
      assigneeId,
      startedAt,
      days: daysBetween(startedAt, now.toISOString()),
    }));

interface GroupInput {
  work: readonly AnalyzedStory[];
  visibleObjectives: ReadonlySet<string>;
}

/** Metrics of each team, assignee and objective; objectives that the caller cannot see are excluded. */
export function groupsOf(
  { work, visibleObjectives }: GroupInput,
  window: AnalysisPeriod,
  now: Date,
): Group[] {
  const seen = work.filter(({ objectiveId }) => objectiveId === null || visibleObjectives.has(objectiveId));
  return [
    ...grouped('team', work, ({ teamId }) => teamId),
    ...grouped('assignee', work, ({ assigneeId }) => assigneeId),
    ...grouped('objective', seen, ({ objectiveId }) => objectiveId),
  ]
    .map(({ by, id, of }) => ({ by, id, ...flowOf(of, window, now) }))
    .filter(({ completed, inProgress }) => completed.stories + inProgress.stories > 0);
}

function grouped(
  by: Group['by'],
  work: readonly AnalyzedStory[],
  idOf: (one: AnalyzedStory) => string | null,
) {
  const groups = [...Map.groupBy(work, idOf)].map(([id, of]) => ({ by, id, of }));
  // Unassigned stories and those without an objective come last.
  return groups.sort((a, b) => Number(a.id === null) - Number(b.id === null) || (a.id! < b.id! ? -1 : 1));
}

const completedIn = (work: readonly AnalyzedStory[], { since, before }: AnalysisPeriod): AnalyzedStory[] =>
  work.filter(({ completedAt }) => completedAt !== null && completedAt >= since && completedAt < before);

const daysSince = (start: string | undefined, end: string): number | undefined =>
  start === undefined ? undefined : daysBetween(start, end);

const amountOf = (work: readonly AnalyzedStory[]): Amount => ({
  stories: work.length,
  estimate: work.reduce((sum, { size }) => sum + size, 0) / 100,
});
