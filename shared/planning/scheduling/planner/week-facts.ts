import type { ClockSpan, ClockWeek, WeekDay } from '../plan/week.ts';

/** A minute of a day as its clock shows it, such as 09:30. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const weekdayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
export const weekdayOf = (date: string): string => weekdayFormat.format(new Date(date));

/** A length in hours and minutes, such as 6 h 30 min. */
function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const lengthOf = (spans: readonly ClockSpan[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** The planned share of a week's working time, in words. */
export function weekTotal({ days }: ClockWeek): string {
  const planned = lengthOf(days.flatMap(({ blocks }) => blocks));
  const working = lengthOf(days.flatMap((day) => day.working));
  return `${hoursText(planned)} planned of ${hoursText(working)} of working time.`;
}

/** The facts of a week, in words: each day's plans, busy time, and late stories. */
export function weekFacts(week: ClockWeek): string {
  const facts = week.days.map(dayFacts).filter((text) => text !== '');
  const late = [
    ...new Set(week.days.flatMap(({ blocks }) => blocks.flatMap((one) => (one.isLate ? one.reference : [])))),
  ];
  return [
    `Times are those of ${week.timeZone}.`,
    ...(facts.length > 0 ? facts : ['Nothing is planned.']),
    weekTotal(week),
    ...(late.length > 0 ? [`Late: ${late.join(', ')}.`] : []),
  ].join(' ');
}

function dayFacts({ date, isOff, busy, blocks }: WeekDay): string {
  const entries = [
    ...blocks.map(({ reference, title, locked, ...span }) => ({
      span,
      text: `${reference} ${title}${locked ? ' (locked)' : ''}`,
    })),
    ...busy.map(({ name, ...span }) => ({ span, text: name ?? 'busy' })),
  ].sort((a, b) => a.span.start - b.span.start);
  const parts = entries.map(({ span, text }) => `${clockOf(span.start)} to ${clockOf(span.end)} ${text}`);
  if (isOff) parts.unshift('off');
  return parts.length === 0 ? '' : `${weekdayOf(date)}: ${parts.join('; ')}.`;
}
