import { html, type Html } from '../../kernel/html/html.ts';
import { px } from './canvas.ts';
import type { Layout } from './look.ts';
import { textWidth } from './text-width.ts';

/** In pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Pixels from a point to the label next to it, and what a line of text takes above and below its baseline. */
const GAP = 8;
const ABOVE_BASELINE = 10;
const BELOW_BASELINE = 4;
/** Where there is no room next to the point, the label is one or two rows higher. */
const ROW = 16;

interface Spot {
  /** The baseline. */
  y: number;
  left: number;
  right: number;
  anchor: 'start' | 'end';
}

/**
 * A label next to one of some points, the first of which is preferred, where no line of the chart passes: above it or
 * below, on either side.
 */
export function freeLabel(
  text: string,
  points: readonly Point[],
  lines: readonly (readonly Point[])[],
  layout: Layout,
): Html {
  const spots = points.flatMap((point) => spotsAt(point, textWidth(text), layout));
  const [first, ...others] = spots.map((spot) => ({ spot, crossings: crossingsOf(spot, lines) }));
  const best = others.reduce((found, one) => (one.crossings < found!.crossings ? one : found), first);
  if (!best) return html``;
  const { y, left, right, anchor } = best.spot;
  return html`<text
    class="halo"
    x="${px(anchor === 'end' ? right : left)}"
    y="${px(y)}"
    text-anchor="${anchor}"
    >${text}</text
  >`;
}

/** The places next to a point that are within the chart. */
function spotsAt({ x, y }: Point, width: number, layout: Layout): Spot[] {
  const [top, floor] = [layout.top - 4, layout.height - layout.bottom - BELOW_BASELINE];
  const above = [0, 1, 2].map((row) => Math.max(y - GAP - ROW * row, top));
  const baselines = [above[0]!, Math.min(y + GAP + ABOVE_BASELINE, floor), ...above.slice(1)];
  const all = baselines.flatMap((baseline): Spot[] => [
    { y: baseline, left: x + GAP, right: x + GAP + width, anchor: 'start' },
    { y: baseline, left: x - GAP - width, right: x - GAP, anchor: 'end' },
  ]);
  return all.filter(({ left, right }) => left >= layout.left && right <= layout.width - layout.right);
}

/** How many pieces of lines are where a label would be. */
const crossingsOf = (spot: Spot, lines: readonly (readonly Point[])[]): number =>
  lines
    .flatMap((line) => line.slice(1).map((to, position) => isCrossed(spot, line[position]!, to)))
    .filter(Boolean).length;

function isCrossed({ y, left, right }: Spot, from: Point, to: Point): boolean {
  const [start, end] = [Math.max(left, from.x), Math.min(right, to.x)];
  if (start > end) return false;
  const heightAt = (x: number) =>
    to.x === from.x ? from.y : from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y);
  const heights = [heightAt(start), heightAt(end)];
  return Math.max(...heights) >= y - ABOVE_BASELINE && Math.min(...heights) <= y + BELOW_BASELINE;
}
