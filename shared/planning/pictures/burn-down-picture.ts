import { line } from 'd3-shape';
import { html } from '../../kernel/html/html.ts';
import { svgOf } from './canvas.ts';
import { CHART, chartFrame, endLabels, pointLabel } from './frame.ts';
import { burnDownFacts, sinceFirstScope, type BurnDownDays } from './facts.ts';

interface Subject {
  title: string;
  days: BurnDownDays;
}

/** A burn-down as SVG: what remained at the end of each day since there were stories, and the ideal line to zero. */
export function burnDownPicture({ title, days: all }: Subject): string {
  const days = sinceFirstScope(all);
  const caption = { title, description: burnDownFacts(days), width: CHART.width, height: CHART.height };
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last)
    return svgOf(caption, html`<text x="48" y="180">There are no days to show yet.</text>`);
  const highest = Math.max(
    ...days.flatMap(({ remaining, ideal }) => [remaining, ideal].map((one) => one?.estimate ?? 0)),
  );
  const isInStories = days.every(
    ({ remaining }) => remaining === null || remaining.stories === remaining.estimate,
  );
  const { x, y, axes } = chartFrame({
    days: [new Date(first.day), new Date(last.day)],
    highest,
    unit: isInStories ? 'stories left' : 'estimate left',
  });
  const path = line<{ day: string; value: number }>(
    ({ day }) => x(new Date(day)),
    ({ value }) => y(value),
  ).digits(1);
  const of = (name: 'remaining' | 'ideal') =>
    days.flatMap(({ day, [name]: amount }) => (amount ? [{ day, value: amount.estimate }] : []));
  const [remaining, ideal] = [of('remaining'), of('ideal')];
  const left = remaining.slice(-1).map(({ day, value }) => ({ text: `${value} left`, day, y: y(value) }));
  const isOver = left[0]?.day === last.day;
  const ends = [
    ...(isOver ? left : []),
    ...ideal.slice(-1).map(({ value }) => ({ text: 'ideal', y: y(value) })),
  ];
  return svgOf(
    caption,
    html`${axes}
      <path class="guide" d="${path(ideal) ?? ''}" />
      <path class="line" d="${path(remaining) ?? ''}" />
      ${remaining.map(
        ({ day, value }) =>
          html`<circle class="mark" cx="${x(new Date(day)).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3" />`,
      )}
      ${endLabels(ends)}
      ${left.map((label) => !isOver && pointLabel(label.text, { x: x(new Date(label.day)), y: label.y }))}`,
  );
}
