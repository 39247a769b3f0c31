import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { html, type Html } from '../../kernel/html/html.ts';
import { px } from './canvas.ts';
import { fitText, textWidth } from './text-width.ts';

/** The size of charts over time, in pixels. */
export const CHART = { width: 720, height: 360, left: 52, right: 148, top: 62, bottom: 34 } as const;

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

/** Ticks at the beginning of days only, since charts know no hours; as many as have room for their labels. */
function daysOf(x: ScaleTime<number, number>): Date[] {
  let free = -Infinity;
  return x.ticks(6).filter((at) => {
    const half = textWidth(labelOf(at, x)) / 2;
    if (at.getTime() % 86_400_000 !== 0 || x(at) - half < free) return false;
    free = x(at) + half + 4;
    return true;
  });
}

const YEAR_MS = 366 * 86_400_000;

/** A day of a chart; with its year if the chart spans more than one. */
function labelOf(day: Date, x: ScaleTime<number, number>): string {
  const [first, last] = x.domain() as [Date, Date];
  return (last.getTime() - first.getTime() > YEAR_MS ? monthFormat : dayFormat).format(day);
}

interface EndLabel {
  text: string;
  y: number;
}

/** Between the baselines of two labels. */
const LABEL_STEP = 15;

/** Labels next to the ends of series, spaced out where they would overlap, above the days and cut at the edge. */
export function endLabels(labels: readonly EndLabel[]): Html {
  const { width, height, right, bottom } = CHART;
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const lowest = height - bottom - LABEL_STEP * (sorted.length - 1);
  let free = -Infinity;
  const placed = sorted.map(({ text, y }, position) => {
    free = Math.max(Math.min(y, lowest + LABEL_STEP * position), free + LABEL_STEP);
    return { text: fitText(text, right - 16), y: free };
  });
  return html`${placed.map(({ text, y }) => html`<text x="${width - right + 8}" y="${px(y)}">${text}</text>`)}`;
}
