import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { html, type Html } from '../../kernel/html/html.ts';
import { px } from './canvas.ts';

/** The size of charts over time, in pixels. */
export const CHART = { width: 720, height: 360, left: 48, right: 110, top: 44, bottom: 34 } as const;

interface Frame {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  /** Axes with their labels, and lines across. */
  axes: Html;
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Lines across a chart, each with its value. */
export function gridOf(y: ScaleLinear<number, number>, label: (tick: number) => string = String): Html {
  const { width, left, right } = CHART;
  return html`${y
    .ticks(5)
    .map(
      (tick) =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${px(y(tick))}" y2="${px(y(tick))}" />
          <text x="${left - 8}" y="${px(y(tick) + 4)}" text-anchor="end">${label(tick)}</text>`,
    )}`;
}

/** The axes of a chart from one day to another, upwards from zero. */
export function chartFrame(first: Date, last: Date, highest: number): Frame {
  const { width, height, left, right, top, bottom } = CHART;
  const x = scaleUtc([first, last], [left, width - right]);
  const y = scaleLinear([0, Math.max(1, highest)], [height - bottom, top]).nice(5);
  const floor = height - bottom;
  const axes = html`${gridOf(y)}
    <line class="axis" x1="${left}" x2="${width - right}" y1="${floor}" y2="${floor}" />
    ${daysOf(x).map(
      (day) =>
        html`<line class="axis" x1="${px(x(day))}" x2="${px(x(day))}" y1="${floor}" y2="${floor + 5}" />
          <text x="${px(x(day))}" y="${floor + 20}" text-anchor="middle">${dayFormat.format(day)}</text>`,
    )}`;
  return { x, y, axes };
}

/** Ticks at the beginning of days only, since charts know no hours. */
const daysOf = (x: ScaleTime<number, number>): Date[] =>
  x.ticks(6).filter((at) => at.getTime() % 86_400_000 === 0);

interface EndLabel {
  text: string;
  y: number;
}

/** Labels next to the ends of series, spaced out where they would overlap. */
export function endLabels(labels: readonly EndLabel[]): Html {
  const { width, right } = CHART;
  let free = -Infinity;
  const placed = labels
    .toSorted((a, b) => a.y - b.y)
    .map(({ text, y }) => {
      free = Math.max(y, free + 15);
      return { text, y: free };
    });
  return html`${placed.map(({ text, y }) => html`<text x="${width - right + 8}" y="${px(y + 4)}">${text}</text>`)}`;
}
