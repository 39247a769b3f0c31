import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { unixDay, utcMonth, utcYear, type TimeInterval } from 'd3-time';
import { html, type Html } from '../../kernel/html/html.ts';
import { px } from './canvas.ts';
import { directed, layouts, type Layout, type Look } from './look.ts';
import { fitText, textWidth } from './text-width.ts';

interface Frame {
  /** With no more room at the right than the names take. */
  layout: Layout;
  /** In pixels. */
  size: { width: number; height: number };
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  /** Axes with their labels, lines across, and the names of what is drawn. */
  axes: Html;
  names: Html;
  /** A label at a point, on the side of it where there is more room. */
  pointLabel: (text: string, at: { x: number; y: number }) => Html;
}

/** Large numbers as `1.2M`, since the margin is narrow. */
const amountFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Lines across a chart, each with its value; of stories and estimates, if no label is given. */
export function gridOf(
  y: ScaleLinear<number, number>,
  label?: (tick: number) => string,
  { width, height, left, right }: Layout = layouts.wide,
): Html {
  // Half stories mean nothing.
  return html`${y
    .ticks(height < 240 ? 3 : 5)
    .filter((tick) => label !== undefined || Number.isInteger(tick))
    .map(
      (tick) =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${px(y(tick))}" y2="${px(y(tick))}" />
          <text x="${left - 8}" y="${px(y(tick) + 4)}" text-anchor="end"
            >${(label ?? amountFormat.format)(tick)}</text
          >`,
    )}`;
}

/** The name of a line or area, as in `14 left`. */
interface Name {
  text: string;
  /** The height of its end; names without one are listed from the top. */
  value?: number;
  /** The class of the line or area; a sample of it is next to the name unless the name is at its end. */
  sample: string;
}

/** The days and the highest amount of a chart, what it counts, as in `stories left`, and what it shows. */
interface Extent {
  days: [first: Date, last: Date];
  highest: number;
  unit: string;
  names: readonly Name[];
}

/** The frame of a chart from one day to another, upwards from zero. */
export function chartFrame({ days, highest, unit, names }: Extent, asked: Look): Frame {
  const { words } = asked;
  const layout = withRoomFor(names, asked);
  const look = { ...asked, layout };
  const { width, height, left, right, top, bottom } = layout;
  const x = scaleUtc(days, [left, width - right]);
  const y = scaleLinear([0, Math.max(1, highest)], [height - bottom, top]).nice(5);
  const floor = height - bottom;
  const axes = html`<text x="16" y="${top - 16}">${directed(unit, words)}</text
    >${gridOf(y, undefined, layout)}
    <line class="axis" x1="${left}" x2="${width - right}" y1="${floor}" y2="${floor}" />
    ${daysOf(x, look).map(
      ({ day, text, middle }) =>
        html`<line class="axis" x1="${px(x(day))}" x2="${px(x(day))}" y1="${floor}" y2="${floor + 5}" />
          <text x="${px(middle)}" y="${floor + 20}" text-anchor="middle">${text}</text>`,
    )}`;
  const below = layout.hasNamesBelow ? names.length * NAME_ROW : 0;
  return {
    layout,
    size: { width, height: height + below },
    x,
    y,
    axes,
    names: layout.hasNamesBelow ? namesBelow(names, look) : namesAtEnds(names, y, look),
    pointLabel: (text, at) => pointLabel(directed(text, words), at, layout),
  };
}

/** Pixels on both sides of the names at the ends of lines. */
const NAME_MARGIN = 24;

function withRoomFor(names: readonly Name[], { words, layout }: Look): Layout {
  if (layout.hasNamesBelow) return layout;
  const widths = names.map(
    ({ text, value }) =>
      textWidth(directed(text, words)) + (value === undefined ? SAMPLE.width + SAMPLE.space : 0),
  );
  const widest = Math.max(...widths, 0);
  return { ...layout, right: Math.min(layout.right, widest + NAME_MARGIN) };
}

/** The steps between the months that a long chart names; the smallest that leaves room for their names is taken. */
const MONTHS: (TimeInterval | null)[] = [
  utcMonth,
  utcMonth.every(2),
  utcMonth.every(3),
  utcMonth.every(6),
  utcYear,
];

/** The most days that a chart names. */
const NAMED_MAX = 8;
/** Pixels between two names. */
const NAME_GAP = 12;

interface NamedDay {
  day: Date;
  text: string;
  /** Where the middle of the name is: below the day, or as near as the edge of the picture allows. */
  middle: number;
}

/** The days that a chart names: the first and the last, and as many between as have room, in steps as even as days are. */
function daysOf(x: ScaleTime<number, number>, look: Look): NamedDay[] {
  const [first, last] = x.domain() as [Date, Date];
  const labelOf = dayLabels([first, last], look);
  const choices = isLong(first, last) ? monthsOf(first, last) : stepsOf(first, last);
  const all = choices.map((days) =>
    days.map((day): NamedDay => {
      const text = labelOf(day);
      const half = textWidth(text) / 2;
      return { day, text, middle: Math.min(Math.max(x(day), half), look.layout.width - half) };
    }),
  );
  return all.find((days) => days.length > 0 && isFree(days)) ?? all.at(-1)!;
}

const monthsOf = (first: Date, last: Date): Date[][] =>
  MONTHS.map((step) => step?.range(unixDay.ceil(first), unixDay.offset(last, 1)) ?? []);

/** From as many parts between the first and the last day as can have names, to those two alone. */
function stepsOf(first: Date, last: Date): Date[][] {
  const start = unixDay.ceil(first);
  const count = unixDay.count(start, unixDay.floor(last));
  if (count <= 0) return [[start]];
  const most = Math.min(NAMED_MAX - 1, count);
  return Array.from({ length: most }, (_, fewer) => most - fewer)
    .filter((parts) => parts <= 2 || isEven(count, parts))
    .map((parts) =>
      Array.from({ length: parts + 1 }, (_, n) => unixDay.offset(start, Math.round((n * count) / parts))),
    );
}

/** Whether so many parts of so many days differ by few of their days only. */
const isEven = (count: number, parts: number): boolean => count % parts === 0 || count / parts >= 4;

const isFree = (days: readonly NamedDay[]): boolean =>
  days.every(({ middle, text }, n) => {
    const before = days[n - 1];
    return !before || middle - before.middle >= (textWidth(text) + textWidth(before.text)) / 2 + NAME_GAP;
  });

const YEAR_MS = 366 * 86_400_000;

const isLong = (first: Date, last: Date): boolean => last.getTime() - first.getTime() > YEAR_MS;

/** The days of a chart in words; as months with their years if it spans more than one. */
export function dayLabels(
  [first, last]: readonly [Date, Date],
  { words, nameOfDay }: Look,
): (day: Date) => string {
  if (nameOfDay) return nameOfDay;
  return isLong(first, last) ? words.month : words.day;
}

/** Pixels: a sample, and the space after it. */
const SAMPLE = { width: 16, space: 6 } as const;
/** Between the baselines of two names. */
const NAME_STEP = 15;
const NAME_ROW = 18;

/** Names at the ends of lines, spaced out where they would overlap, above the days and cut at the edge. */
export function namesAtEnds(
  names: readonly Name[],
  y: ScaleLinear<number, number>,
  { words, layout }: Look,
): Html {
  const { width, height, right, top, bottom } = layout;
  const placed = names.map((name, row) => {
    const wanted = name.value === undefined ? top + 16 + NAME_ROW * row : y(name.value);
    return { ...name, wanted };
  });
  const sorted = placed.toSorted((a, b) => a.wanted - b.wanted);
  const lowest = height - bottom - NAME_STEP * (sorted.length - 1);
  let free = -Infinity;
  const left = width - right + 8;
  return html`${sorted.map(({ text, value, wanted, sample }, position) => {
    free = Math.max(Math.min(wanted, lowest + NAME_STEP * position), free + NAME_STEP);
    if (value === undefined)
      return sampled({ text: directed(text, words), sample }, { left, y: free, room: right - 16 });
    return html`<text x="${left}" y="${px(free)}">${fitText(directed(text, words), right - 16)}</text>`;
  })}`;
}

/** Names in rows below the days. */
function namesBelow(names: readonly Name[], { words, layout }: Look): Html {
  const { width, height, left, right } = layout;
  return html`${names.map(({ text, sample }, row) =>
    sampled(
      { text: directed(text, words), sample },
      { left, y: height + 6 + NAME_ROW * row, room: width - left - right },
    ),
  )}`;
}

/** A name after a sample of the line or area. */
function sampled({ text, sample }: Name, { left, y, room }: { left: number; y: number; room: number }): Html {
  const indent = SAMPLE.width + SAMPLE.space;
  const isArea = AREAS.has(sample);
  const d = isArea
    ? `M${left},${px(y - 9)}h${SAMPLE.width}v9h-${SAMPLE.width}z`
    : `M${left},${px(y - 4)}h${SAMPLE.width}`;
  return html`<path class="${sample}" d="${d}" />
    <text x="${left + indent}" y="${px(y)}">${fitText(text, room - indent)}</text>`;
}

/** The classes of areas; the others are lines. */
const AREAS = new Set(['one', 'two', 'three']);

function pointLabel(text: string, at: { x: number; y: number }, { width, right, top }: Layout): Html {
  const isLeft = at.x > width - right - textWidth(text) - 8;
  return html`<text
    class="halo"
    x="${px(at.x + (isLeft ? -8 : 8))}"
    y="${px(Math.max(at.y - 8, top - 4))}"
    text-anchor="${isLeft ? 'end' : 'start'}"
    >${text}</text
  >`;
}
