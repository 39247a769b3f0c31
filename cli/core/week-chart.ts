import { clockOf, weekdayOf } from '../../shared/planning/scheduling/planner/week-facts.ts';
import type { ClockSpan, ClockWeek, WeekDay } from '../../shared/planning/scheduling/plan/week.ts';

const HOUR_MINUTES = 60;
/** The widest a day may be drawn, in characters. */
const COLUMNS_MAX = 96;
/** The minutes that a character can represent, from fine to coarse. */
const STEPS = [10, 15, 30] as const;
const LABEL = 8;

/** Draws a week in characters, a line for each day: readable without colors, as wide as a terminal. */
export function weekChart(week: ClockWeek): string {
  const spans = week.days.flatMap(({ working, busy, blocks }) => [...working, ...busy, ...blocks]);
  const first =
    Math.floor(Math.min(...spans.map(({ start }) => start), 9 * HOUR_MINUTES) / HOUR_MINUTES) * HOUR_MINUTES;
  const last =
    Math.ceil(Math.max(...spans.map(({ end }) => end), 17 * HOUR_MINUTES) / HOUR_MINUTES) * HOUR_MINUTES;
  const step = STEPS.find((minutes) => (last - first) / minutes <= COLUMNS_MAX) ?? STEPS.at(-1)!;
  const column = (minute: number) => Math.round((minute - first) / step);
  return [
    hoursLine(first, last, step),
    ...week.days.map((day) => dayLine(day, column(last), column)),
    '',
    LEGEND,
  ].join('\n');
}

const LEGEND = '[ENG-1 ] planned   [!ENG-1] late   ▒ taken   · working time';

function hoursLine(first: number, last: number, step: number): string {
  const perHour = HOUR_MINUTES / step;
  const every = Math.ceil(6 / perHour);
  const hours = Array.from({ length: (last - first) / HOUR_MINUTES + 1 }, (_, at) =>
    (at % every === 0 ? clockOf(first + at * HOUR_MINUTES) : '').padEnd(perHour),
  );
  // A label that is wider than its hour takes the room of those that are left out.
  let line = '';
  hours.forEach((text, at) => {
    if (text.trim() !== '') line = line.padEnd(at * perHour) + text.trim();
  });
  return `${' '.repeat(LABEL)}${line}`;
}

function dayLine(day: WeekDay, width: number, column: (minute: number) => number): string {
  const cells = Array.from<string>({ length: width }).fill(' ');
  const fill = ({ start, end }: ClockSpan, mark: string) => {
    for (let at = column(start); at < column(end); at++) cells[at] = mark;
  };
  for (const span of day.working) fill(span, '·');
  for (const span of day.busy) fill(span, '▒');
  for (const block of day.blocks) {
    const text = blockText(block.reference, block.isLate, column(block.end) - column(block.start));
    [...text].forEach((character, at) => {
      cells[column(block.start) + at] = character;
    });
  }
  const name = `${weekdayOf(day.date).slice(0, 3)} ${day.date.slice(8)}`.padEnd(LABEL);
  return `${name}${cells.join('')}${day.isOff ? 'off' : ''}`.trimEnd();
}

/** A block of a number of characters, with its reference or, where that does not fit, its number. */
function blockText(reference: string, isLate: boolean, width: number): string {
  if (width < 2) return '#'.repeat(width);
  const names = [reference, reference.slice(reference.lastIndexOf('-') + 1), ''];
  const name = names.map((one) => `${isLate ? '!' : ''}${one}`).find((one) => one.length <= width - 2) ?? '';
  return `[${name.padEnd(width - 2)}]`;
}
