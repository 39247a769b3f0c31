import { area, stack, type SeriesPoint } from 'd3-shape';
import { html } from '../../kernel/html/html.ts';
import { captionOf, px, svgOf } from './canvas.ts';
import { flowFacts, type FlowDay } from './facts.ts';
import { chartFrame } from './frame.ts';
import { englishLook } from './look.ts';

/** From the bottom: what is done, what is in progress, what waits. */
const BANDS = ['completed', 'in progress', 'waiting'] as const;
const CLASSES = ['one', 'two', 'three'];

/** A cumulative flow diagram as SVG: bands of what is completed, in progress and waiting. In English. */
export function flowPicture(title: string, days: readonly FlowDay[]): string {
  const look = englishLook();
  const caption = captionOf(title, flowFacts(days), look);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last)
    return svgOf(caption, html`<text x="16" y="${caption.height / 2}">There are no days to show yet.</text>`);
  const heights = (day: FlowDay, band: (typeof BANDS)[number]): number => {
    if (band === 'completed') return day.completed;
    return band === 'waiting' ? day.arrived - day.started : day.started - day.completed;
  };
  const bands = stack<FlowDay, (typeof BANDS)[number]>().keys(BANDS).value(heights)(days);
  const { x, y, axes, names } = chartFrame(
    {
      days: [new Date(first.day), new Date(last.day)],
      highest: last.arrived,
      unit: 'stories',
      names: bands.map((band, position) => {
        const [from, to] = band.at(-1)!;
        const text = `${BANDS[position]!}: ${to - from}`;
        return { text, value: (from + to) / 2, sample: CLASSES[position]! };
      }),
    },
    look,
  );
  const path = area<SeriesPoint<FlowDay>>(
    ({ data }) => x(new Date(data.day)),
    ([from]) => y(from),
    ([, to]) => y(to),
  ).digits(1);
  return svgOf(
    caption,
    html`<defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" y2="7" />
        </pattern>
      </defs>
      ${axes}
      ${bands.map(
        (band, position) =>
          html`<path class="${CLASSES[position]}" d="${path(band) ?? ''}" />${
              position === 1 && html`<path fill="url(#hatch)" d="${path(band) ?? ''}" />`
            }<path class="edge" d="${edgeOf(band, { x, y })}" />`,
      )}
      ${names}`,
  );
}

/** The upper edge of a band. */
const edgeOf = (
  band: readonly SeriesPoint<FlowDay>[],
  { x, y }: Pick<ReturnType<typeof chartFrame>, 'x' | 'y'>,
): string => `M${band.map((point) => `${px(x(new Date(point.data.day)))},${px(y(point[1]))}`).join('L')}`;
