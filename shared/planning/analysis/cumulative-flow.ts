import * as z from 'zod';
import { dayText, utcDay } from '../../kernel/core/date-span.ts';
import { daysFrom } from './calendar.ts';
import type { AnalysisPeriod } from './flow.ts';
import type { AnalyzedStory } from './work.ts';
import { memoize } from '../../kernel/core/schema.ts';

/** The maximum number of days in the diagram. A longer period shows every nth day, and the last. */
const DAYS_MAX = 92;

export const flowDaySchema = memoize(() =>
  z.object({ day: z.iso.date(), arrived: z.int(), started: z.int(), completed: z.int() }).meta({
    id: 'FlowDay',
    description: 'Numbers of stories up to the end of a day; each includes the next one.',
  }),
);

type FlowDay = z.output<ReturnType<typeof flowDaySchema>>;

/**
 * The numbers of stories created, started and completed by the end of each day of a period, without cancelled ones. A
 * story without a recorded start counts as started when it was completed.
 */
export function cumulativeFlowOf(
  work: readonly AnalyzedStory[],
  { since, before }: AnalysisPeriod,
): FlowDay[] {
  const [first, last] = [utcDay(since), utcDay(new Date(Date.parse(before) - 1))];
  const step = Math.ceil((last - first + 1) / DAYS_MAX);
  const shown = daysFrom(first, last).filter((day) => (last - day) % step === 0);
  const passages = work
    .filter(({ completedAt, remains }) => completedAt !== null || remains)
    .map(({ createdAt, startedAt, completedAt, inProgress }) => {
      const completed = completedAt === null ? Infinity : utcDay(completedAt);
      const begun = completedAt ?? (inProgress ? createdAt : undefined);
      const started = begun === undefined ? Infinity : Math.min(utcDay(startedAt ?? begun), completed);
      return { arrived: Math.min(utcDay(createdAt), started), started, completed };
    });
  const upTo = (stage: 'arrived' | 'started' | 'completed', day: number) =>
    passages.filter((passage) => passage[stage] <= day).length;
  return shown.map((day) => ({
    day: dayText(day),
    arrived: upTo('arrived', day),
    started: upTo('started', day),
    completed: upTo('completed', day),
  }));
}
