import { scaleLinear } from 'd3-scale';
import { html, type Html } from '../../../kernel/html/html.ts';
import type { ClockSpan, ClockWeek, WeekBlock, WeekDay } from '../plan/week.ts';
import { px, svgOf } from '../../pictures/canvas.ts';
import { fitText, textWidth } from '../../pictures/text-width.ts';
import { clockOf, weekFacts, weekdayOf, weekTotal } from './week-facts.ts';

/** Pixels. */
const SIZE = { width: 760, height: 520, left: 52, right: 12, top: 72, bottom: 44 } as const;
const LINE_HEIGHT = 14;
const HOUR_MINUTES = 60;

/** Where minutes of a day and days of a week are drawn. */
interface Scale {
  first: number;
  last: number;
  y: (minute: number) => number;
  x: (day: number) => number;
  column: number;
}

/** A person's week as SVG: working time, what is taken, and blocks of stories with their names. */
export function weekPicture(title: string, week: ClockWeek): string {
  const { width, height } = SIZE;
  const scale = scaleOf(week);
  return svgOf(
    { title, description: weekFacts(week), width, height },
    html`<defs>
        <pattern id="taken" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="grid" y2="7" stroke-width="2" />
        </pattern>
      </defs>
      ${hoursAxis(scale)} ${week.days.map((day, position) => dayColumn(day, position, scale))} ${legend(week)}`,
  );
}

function scaleOf({ days }: ClockWeek): Scale {
  const spans = days.flatMap(({ working, busy, blocks }) => [...working, ...blocks, ...busy]);
  const starts = Math.min(...spans.map(({ start }) => start), 9 * HOUR_MINUTES);
  const ends = Math.max(...spans.map(({ end }) => end), 17 * HOUR_MINUTES);
  const [first, last] = [
    Math.floor(starts / HOUR_MINUTES) * HOUR_MINUTES,
    Math.ceil(ends / HOUR_MINUTES) * HOUR_MINUTES,
  ];
  const column = (SIZE.width - SIZE.left - SIZE.right) / days.length;
  return {
    first,
    last,
    column,
    y: scaleLinear([first, last], [SIZE.top, SIZE.height - SIZE.bottom]),
    x: (day) => SIZE.left + day * column,
  };
}

function hoursAxis({ first, last, y }: Scale): Html {
  const step = last - first > 14 * HOUR_MINUTES ? 2 * HOUR_MINUTES : HOUR_MINUTES;
  const hours = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
  return html`${hours.map(
    (hour) =>
      html`<line
          class="grid"
          x1="${SIZE.left}"
          x2="${SIZE.width - SIZE.right}"
          y1="${px(y(hour))}"
          y2="${px(y(hour))}"
        />
        <text x="${SIZE.left - 8}" y="${px(y(hour) + 4)}" text-anchor="end">${clockOf(hour)}</text>`,
  )}`;
}

function dayColumn({ date, isOff, working, busy, blocks }: WeekDay, position: number, scale: Scale): Html {
  const { x, column } = scale;
  const middle = px(x(position) + column / 2);
  const place = (span: ClockSpan, inset: number) => ({
    x: px(x(position) + inset),
    y: px(scale.y(span.start)),
    width: px(column - 2 * inset),
    height: px(scale.y(span.end) - scale.y(span.start)),
  });
  const name = `${weekdayOf(date).slice(0, 3)} ${Number(date.slice(8))}`;
  return html`<text x="${middle}" y="${SIZE.top - 22}" text-anchor="middle">${name}</text>
    ${isOff && html`<text x="${middle}" y="${SIZE.top - 7}" text-anchor="middle">off</text>`}
    ${working.map((span) => rectangle('work', place(span, 2)))}
    ${busy.map(
      (span) =>
        html`${rectangle('ground', place(span, 3))}${rectangle('taken', place(span, 3))}${label(
          place(span, 3),
          [span.name ?? 'busy'],
        )}`,
    )}
    ${blocks.map(
      (block) =>
        html`${rectangle('three', place(block, 4))}${rectangle(block.isLate ? 'warn' : 'edge', place(block, 4))}${label(
          place(block, 4),
          linesOf(block),
        )}`,
    )}`;
}

const linesOf = ({ reference, title, locked, isLate }: WeekBlock): string[] => [
  `${isLate ? '! ' : ''}${reference}`,
  ...(locked ? ['locked'] : []),
  title,
];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const rectangle = (name: string, { x, y, width, height }: Box): Html =>
  html`<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="3" />`;

/** The lines of a label that fit into a rectangle; the last one is truncated. */
function label({ x, y, width, height }: Box, lines: readonly string[]): Html {
  const most = width - 8;
  const wrapped = [...lines.slice(0, -1), ...wrap(lines.at(-1)!, most)];
  const room = Math.floor(height / LINE_HEIGHT);
  const fitting = wrapped.slice(0, room).map((text, at) => {
    const isCut = at === room - 1 && wrapped.length > room && at >= lines.length - 1;
    return fitText(isCut ? `${text}…` : text, most);
  });
  return html`${fitting.map(
    (text, at) => html`<text x="${px(x + 4)}" y="${px(y + LINE_HEIGHT * (at + 1) - 2)}">${text}</text>`,
  )}`;
}

/** Breaks a text between its words into lines of at most some pixels; a longer word is cut when it is drawn. */
function wrap(text: string, most: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (textWidth(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function legend(week: ClockWeek): Html {
  const y = SIZE.height - 24;
  const late = week.days.some(({ blocks }) => blocks.some(({ isLate }) => isLate));
  const entries: [string, string][] = [
    ['work', 'working time'],
    ['three', 'planned'],
    ['taken', 'taken'],
    ...(late ? [['warn', '! late'] as [string, string]] : []),
  ];
  let next: number = SIZE.left;
  return html`${entries.map(([name, text]) => {
      const x = next;
      next += 22 + textWidth(text) + 14;
      return html`${rectangle(name, { x, y, width: 16, height: 12 })}${rectangle(
          name === 'warn' ? 'warn' : 'edge',
          { x, y, width: 16, height: 12 },
        )}<text x="${x + 22}" y="${y + 11}">${text}</text>`;
    })}<text x="${SIZE.width - SIZE.right}" y="${y + 11}" text-anchor="end">${weekTotal(week)}</text>`;
}
