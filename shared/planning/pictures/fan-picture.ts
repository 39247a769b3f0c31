import { html } from '../../kernel/html/html.ts';
import { px, svgOf } from './canvas.ts';
import { fanFacts, type Fan } from './facts.ts';
import { CHART, chartFrame, endLabels, labelOf, pointLabel } from './frame.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A forecast as a fan: from what remains today to the days on which nothing does, by probability. */
export function fanPicture(fan: Fan): string {
  const { title, today, remaining, target } = fan;
  const caption = { title, description: fanFacts(fan), width: CHART.width, height: CHART.height };
  const ends = [fan.p50, fan.p85, fan.p95];
  const known = ends.flatMap((end) => (end === null ? [] : [Date.parse(end)]));
  if (known.length === 0) return svgOf(caption, html`<text x="48" y="180">${caption.description}</text>`);
  const until = Math.max(...known, target === null ? 0 : Date.parse(target), today.getTime() + 7 * DAY_MS);
  const { x, y, axes } = chartFrame({
    days: [today, new Date(until)],
    highest: remaining,
    unit: 'stories left',
  });
  const from = `${px(x(today))},${px(y(remaining))}`;
  const foot = (end: string | null): string =>
    `${px(x(end === null ? new Date(until) : new Date(end)))},${px(y(0))}`;
  const wedge = (one: string | null, other: string | null) => `M${from}L${foot(one)}L${foot(other)}Z`;
  const [p50, p85, p95] = ends as [string | null, string | null, string | null];
  const chances = [50, 85, 95];
  const samples = ['line', 'edge', 'guide'];
  return svgOf(
    caption,
    html`${axes}
      <path class="three" d="${wedge(p85, p95)}" />
      <path class="two" d="${wedge(p50, p85)}" />
      <path class="line" d="M${from}L${foot(p50)}" />
      <path class="edge" d="M${from}L${foot(p85)}" />
      <path class="guide" d="M${from}L${foot(p95)}" />
      ${
        target !== null &&
        html`<path class="warn" d="M${px(x(new Date(target)))},${px(y(0))}V${CHART.top}" />
          ${pointLabel(`target ${labelOf(new Date(target), x)}`, { x: x(new Date(target)), y: CHART.top })}`
      }
      ${endLabels(
        ends.map((end, position) => ({
          text: `${chances[position]!} % ${end === null ? 'after 5 years' : `by ${labelOf(new Date(end), x)}`}`,
          y: CHART.top + 16 + 18 * position,
          sample: samples[position]!,
        })),
      )}`,
  );
}
