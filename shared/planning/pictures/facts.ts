/** The facts of pictures in words, separate from what draws them, since models and terminals get only these. */

interface Amount {
  stories: number;
  estimate: number;
}

/** The days of a burn-down; `remaining` is null in the future, `ideal` without an end. */
export type BurnDownDays = readonly { day: string; remaining: Amount | null; ideal: Amount | null }[];

const amountText = ({ stories, estimate }: Amount): string =>
  stories === estimate
    ? `${stories} ${stories === 1 ? 'story' : 'stories'}`
    : `${estimate} (${stories} stories)`;

/** The days of a burn-down and, if it is after them, the day on which its ideal line is at zero. */
export const untilEnd = (days: BurnDownDays, end: string | null): BurnDownDays =>
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

/** The facts of a burn-down, in words. */
export function burnDownFacts(days: BurnDownDays): string {
  const known = sinceFirstScope(days).filter(({ remaining }) => remaining !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first?.remaining || !last?.remaining) return 'Nothing has been recorded yet.';
  const sentences = [
    `${amountText(first.remaining)} remained on ${first.day}, ${amountText(last.remaining)} on ${last.day}.`,
  ];
  if (last.ideal) {
    const behind = Math.round((last.remaining.estimate - last.ideal.estimate) * 100) / 100;
    const how = behind > 0 ? `${behind} more than` : behind < 0 ? `${-behind} less than` : 'exactly what';
    sentences.push(
      `That is ${how} the ideal line to zero${behind === 0 ? ' has' : ''} by ${days.at(-1)!.day}.`,
    );
  }
  return sentences.join(' ');
}

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

/** The day of an instant, as `2026-11-20`. */
const dayOf = (at: string): string => at.slice(0, 10);

/** A forecast of when something is done. Dates are null where there is none. */
export interface Fan {
  title: string;
  /** The day of the forecast. */
  today: Date;
  remaining: number;
  p50: string | null;
  p85: string | null;
  p95: string | null;
  target: string | null;
  probabilityOfTarget: number | null;
}

/** The facts of a forecast, in words. */
export function fanFacts({ remaining, p50, p85, p95, target, probabilityOfTarget }: Fan): string {
  if (remaining === 0) return 'There are no stories that remain to be done.';
  if (p50 === null) return `${remaining} stories remain; there is too little to forecast from.`;
  const by = (date: string | null) => (date === null ? 'more than five years from now' : dayOf(date));
  const aim =
    target === null || probabilityOfTarget === null
      ? []
      : [
          `The target, ${dayOf(target)}, is reached with a probability of ${Math.round(probabilityOfTarget * 100)} %.`,
        ];
  return [
    `${remaining} stories remain. In 50 of 100 cases they are done by ${by(p50)}, in 85 by ${by(p85)}, in 95 by ${by(p95)}.`,
    ...aim,
  ].join(' ');
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
export function sprintFanFacts({ total, completed, expected }: SprintFan): string {
  if (total === 0) return 'The sprint has no stories.';
  if (completed === total) return total === 1 ? 'Its story is done.' : `All ${total} stories are done.`;
  if (!expected) return `${total} stories; there is too little history to forecast from.`;
  const { p15, p50, p85 } = expected;
  return `Of ${total} stories, ${p15} or more are completed by its end in 85 of 100 cases, ${p50} or more in 50 and ${p85} or more in 15.`;
}
