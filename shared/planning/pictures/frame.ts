import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { unixDay, utcMonday, utcMonth, utcYear, type TimeInterval } from 'd3-time';
import { html, type Html } from '../../kernel/html/html.ts';
import { px } from './canvas.ts';
import { fitText, textWidth } from './text-width.ts';

/** The size of charts over time, in pixels. */
export const CHART = { width: 720, height: 360, left: 52, right: 168, top: 62, bottom: 34 } as const;

interface Frame {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  /** Axes with their labels, and lines across. */
  axes: Html;
}

/** Large numbers as `1.2M`, since the margin is narrow. */
const amountFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Lines across a chart, each with its value; of stories and estimates, if no label is given. */
export function gridOf(y: ScaleLinear<number, number>, label?: (tick: number) => string): Html {
  const { width, left, right } = CHART;
  // Half stories mean nothing.
  return html`${y
    .ticks(5)
    .filter((tick) => label !== undefined || Number.isInteger(tick))
    .map(
      (tick) =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${px(y(tick))}" y2="${px(y(tick))}" />
          <text x="${left - 8}" y="${px(y(tick) + 4)}" text-anchor="end"
            >${(label ?? amountFormat.format)(tick)}</text
          >`,
    )}`;
}

/** The days and the highest amount of a chart, and what it counts, as in `stories left`. */
interface Extent {
  days: [first: Date, last: Date];
  highest: number;
  unit: string;
}

/** The axes of a chart from one day to another, upwards from zero. */
export function chartFrame({ days: [first, last], highest, unit }: Extent): Frame {
  const { width, height, left, right, top, bottom } = CHART;
  const x = scaleUtc([first, last], [left, width - right]);
  const y = scaleLinear([0, Math.max(1, highest)], [height - bottom, top]).nice(5);
  const floor = height - bottom;
  const axes = html`<text x="16" y="${top - 16}">${unit}</text>${gridOf(y)}
    <line class="axis" x1="${left}" x2="${width - right}" y1="${floor}" y2="${floor}" />
    ${daysOf(x).map(
      (day) =>
        html`<line class="axis" x1="${px(x(day))}" x2="${px(x(day))}" y1="${floor}" y2="${floor + 5}" />
          <text x="${px(x(day))}" y="${floor + 20}" text-anchor="middle">${labelOf(day, x)}</text>`,
    )}`;
  return { x, y, axes };
}

/** The steps between the days that a chart names, which are even; the smallest that leaves room for their names is taken. */
const STEPS: (TimeInterval | null)[] = [
  unixDay,
  unixDay.every(2),
  utcMonday,
  utcMonday.every(2),
  utcMonday.every(4),
  utcMonth,
  utcMonth.every(2),
  utcMonth.every(3),
  utcMonth.every(6),
];

/** The most days that a chart names. */
const NAMED_MAX = 8;
/** Pixels between two names. */
const NAME_GAP = 12;

/** The days that a chart names, as many as have room. */
function daysOf(x: ScaleTime<number, number>): Date[] {
  const [first, last] = x.domain() as [Date, Date];
  const dates = STEPS.map((step) => step?.range(unixDay.ceil(first), unixDay.offset(last, 1)) ?? []);
  return dates.find((days) => days.length > 0 && hasRoom(days, x)) ?? utcYear.range(first, last);
}

function hasRoom(days: readonly Date[], x: ScaleTime<number, number>): boolean {
  const edges = days.map((day) => {
    const half = textWidth(labelOf(day, x)) / 2;
    return { left: x(day) - half, right: x(day) + half };
  });
  const isFree = edges.every(({ left }, n) => n === 0 || left >= edges[n - 1]!.right + NAME_GAP);
  return isFree && days.length <= NAMED_MAX;
}

const YEAR_MS = 366 * 86_400_000;

/** A day of a chart; as a month with its year if the chart spans more than one. */
export function labelOf(day: Date, x: ScaleTime<number, number>): string {
  const [first, last] = x.domain() as [Date, Date];
  return (last.getTime() - first.getTime() > YEAR_MS ? monthFormat : dayFormat).format(day);
}

interface EndLabel {
  text: string;
  y: number;
  /** The class of the line or area that it names, if a sample of it is to stand next to the label. */
  sample?: string;
}

/** The width of a sample, with the space after it. */
const SAMPLE = { width: 16, space: 6 } as const;

/** Between the baselines of two labels. */
const LABEL_STEP = 15;

/** Labels next to the ends of series, spaced out where they would overlap, above the days and cut at the edge. */
export function endLabels(labels: readonly EndLabel[]): Html {
  const { width, height, right, bottom } = CHART;
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const lowest = height - bottom - LABEL_STEP * (sorted.length - 1);
  let free = -Infinity;
  const left = width - right + 8;
  return html`${sorted.map(({ text, y: wanted, sample }, position) => {
    free = Math.max(Math.min(wanted, lowest + LABEL_STEP * position), free + LABEL_STEP);
    const indent = sample === undefined ? 0 : SAMPLE.width + SAMPLE.space;
    return html`${sample !== undefined && html`<path class="${sample}" d="M${left},${px(free - 4)}h${SAMPLE.width}" />`}
      <text x="${left + indent}" y="${px(free)}">${fitText(text, right - 16 - indent)}</text>`;
  })}`;
}

/** A label at a point within a chart, on the side of it where there is more room. */
export function pointLabel(text: string, at: { x: number; y: number }): Html {
  const isLeft = at.x > CHART.width - CHART.right - textWidth(text) - 8;
  return html`<text
    class="halo"
    x="${px(at.x + (isLeft ? -8 : 8))}"
    y="${px(Math.max(at.y - 8, CHART.top - 4))}"
    text-anchor="${isLeft ? 'end' : 'start'}"
    >${text}</text
  >`;
}
