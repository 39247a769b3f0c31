/** The facts of pictures in words, separate from what draws them, since models and terminals get only these. */

import { englishWords, type ChartWords } from './look.ts';

interface Amount {
  stories: number;
  estimate: number;
}

/** The days of a burn-down; `remaining` is null in the future, `ideal` without an end. */
export type BurnDownDays = readonly {
  day: string;
  remaining: Amount | null;
  ideal: Amount | null;
  /** What was completed on the day, and reopened. */
  completed?: Amount;
  reopened?: Amount;
}[];

const amountText = ({ stories, estimate }: Amount, words: ChartWords): string => {
  const text = words.text('chart.stories', { count: stories });
  return stories === estimate ? text : words.text('chart.estimate', { estimate, stories: text });
};

/** The days of a burn-down, which can end before or after the sprint or objective does. */
export interface BurnDown {
  days: BurnDownDays;
  /** The last day of the sprint or objective, on which the ideal line reaches zero. By default the last of the days, if it does so there. */
  end?: string | null;
}

/** The days of a burn-down and, if it is after them, the day on which its ideal line is at zero. */
export const untilEnd = ({ days, end = null }: BurnDown): BurnDownDays =>
  end === null || days.length === 0 || end <= days.at(-1)!.day
    ? days
    : [...days, { day: end, remaining: null, ideal: { stories: 0, estimate: 0 } }];

/**
 * The days without what remained before there were stories: zero there would read as work that is done, though none was
 * planned yet. Days of a span that never had stories are returned as they are.
 */
export function sinceFirstScope(days: BurnDownDays): BurnDownDays {
  const first = days.findIndex(({ remaining }) => remaining !== null && remaining.stories > 0);
  return days.map((day, position) => (position < first ? { ...day, remaining: null } : day));
}

/** Whether a burn-down shows estimates: where no story has one, each counts as 1, and both numbers are the same. */
export const isEstimated = (days: BurnDownDays): boolean =>
  days.some(({ remaining }) => remaining !== null && remaining.stories !== remaining.estimate);

/** The facts of a burn-down, in words. */
export function burnDownFacts(burnDown: BurnDown, words: ChartWords = englishWords()): string {
  const facts = remainingFacts(burnDown, words);
  return isEstimated(burnDown.days) ? `${facts} ${words.text('chart.unestimated')}` : facts;
}

function remainingFacts({ days, end }: BurnDown, words: ChartWords): string {
  const known = sinceFirstScope(days).filter(({ remaining }) => remaining !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first?.remaining || !last?.remaining) return words.text('chart.nothing');
  const remained = words.text('chart.remained', {
    before: amountText(first.remaining, words),
    from: first.day,
    after: amountText(last.remaining, words),
    until: last.day,
  });
  const day = end ?? zeroDayOf(days);
  if (!last.ideal || day === undefined) return remained;
  const behind = Math.round((last.remaining.estimate - last.ideal.estimate) * 100) / 100;
  if (behind === 0) return `${remained} ${words.text('chart.onLine', { day })}`;
  return `${remained} ${words.text(behind > 0 ? 'chart.more' : 'chart.less', { amount: Math.abs(behind), day })}`;
}

const zeroDayOf = (days: BurnDownDays): string | undefined =>
  days.slice(-1).find(({ ideal }) => ideal?.stories === 0)?.day;

/** Stories that had come, were started and were completed by the end of a day. */
export interface FlowDay {
  day: string;
  arrived: number;
  started: number;
  completed: number;
}

/** The facts of a cumulative flow, in words. */
export function flowFacts(days: readonly FlowDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'There are no days to show yet.';
  const { arrived, started, completed } = last;
  return [
    `By ${last.day}, ${completed} stories were completed, ${started - completed} in progress and ${arrived - started} waiting.`,
    `Since ${first.day}, ${completed - first.completed} were completed and ${arrived - first.arrived} came.`,
  ].join(' ');
}

/** The UTC day of an instant, as `2026-11-20`. */
const dayText = (at: Date): string => at.toISOString().slice(0, 10);

/** A forecast of when something is done. Dates are null where there is none. */
export interface Fan {
  /** Of the objective. */
  name: string;
  /** The day of the forecast. */
  today: Date;
  completed: number;
  remaining: number;
  p50: string | null;
  p85: string | null;
  p95: string | null;
  target: string | null;
  probabilityOfTarget: number | null;
}

/** The facts of a forecast, in words. */
export function fanFacts(
  { completed, remaining, p50, p85, p95, target, probabilityOfTarget }: Fan,
  words: ChartWords = englishWords(),
  nameOfDay: (day: Date) => string = (day) => dayText(day),
): string {
  const stories = words.text('chart.stories', { count: remaining || completed });
  if (remaining === 0)
    return completed === 0 ? words.text('chart.noStories') : words.text('chart.done', { stories });
  if (p50 === null) return words.text('chart.tooLittle', { stories });
  const by = (date: string | null) =>
    date === null ? words.text('chart.inYears') : nameOfDay(new Date(date));
  const chances = words.text('chart.chances', { stories, p50: by(p50), p85: by(p85), p95: by(p95) });
  if (target === null || probabilityOfTarget === null) return chances;
  const chance = Math.round(probabilityOfTarget * 100);
  return `${chances} ${words.text('chart.targetChance', { day: nameOfDay(new Date(target)), chance })}`;
}

/** A forecast of how many stories of a sprint are completed by its end. */
export interface SprintFan {
  title: string;
  /** The stories of the sprint that are not cancelled. */
  total: number;
  /** Those that are completed. */
  completed: number;
  /** At most so many in 15, 50 and 85 of 100 cases; null if there is too little history. */
  expected: { p15: number; p50: number; p85: number } | null;
}

/** The facts of a sprint's forecast, in words. */
export function sprintFanFacts(
  { total, completed, expected }: SprintFan,
  words: ChartWords = englishWords(),
): string {
  if (total === 0) return words.text('chart.sprintEmpty');
  const stories = words.text('chart.stories', { count: total });
  if (completed === total) return words.text('chart.done', { stories });
  return expected
    ? words.text('chart.sprintChances', { stories, ...expected })
    : words.text('chart.sprintTooLittle', { stories });
}
