import { scaleLinear, scaleLog } from 'd3-scale';
import { html } from '../../shared/kernel/html/html.ts';
import { px, svgOf } from '../../shared/planning/pictures/canvas.ts';
import { gridOf, namesAtEnds } from '../../shared/planning/pictures/frame.ts';
import { englishLook } from '../../shared/planning/pictures/look.ts';

interface Series {
  name: string;
  points: { x: number; y: number }[];
  /** Whether it is what the others are compared with. */
  isGuide?: boolean;
}

interface Chart {
  title: string;
  /** What `x` and `y` are, such as `stories`. */
  xName: string;
  yName: string;
  /** Whether each step of `x` is ten times the one before. */
  isLogarithmic?: boolean;
  series: Series[];
}

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** A chart of lines as an SVG document, light or dark as the reader prefers; its description has the figures. */
export function lineChart({ title, xName, yName, isLogarithmic = false, series }: Chart): string {
  const look = englishLook();
  const { width, height, left, right, top, bottom } = look.layout;
  const all = series.flatMap(({ points }) => points);
  const [low, high] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const x = (isLogarithmic ? scaleLog() : scaleLinear()).domain([low, high]).range([left, width - right]);
  const y = scaleLinear([0, Math.max(...all.map((point) => point.y), 1)], [height - bottom, top]).nice(5);
  const xTicks = isLogarithmic ? x.ticks().filter((tick) => Number.isInteger(Math.log10(tick))) : x.ticks(6);
  const description = series
    .map(({ name, points }) => {
      const shown = points.length <= 10 ? points : [points[0]!, points.at(-1)!];
      return `${name}: ${shown.map((point) => `${number(point.y)} ${yName} at ${number(point.x)} ${xName}`).join(', ')}.`;
    })
    .join(' ');
  const content = html`${gridOf(y, number)}
    <line class="axis" x1="${left}" x2="${width - right}" y1="${height - bottom}" y2="${height - bottom}" />
    ${xTicks.map(
      (tick) =>
        html`<text x="${px(x(tick))}" y="${height - bottom + 20}" text-anchor="middle"
          >${number(tick)}</text
        >`,
    )}
    <text x="${width - right + 8}" y="${height - bottom + 20}">${xName}</text>
    ${series.map(
      ({ points, isGuide }) =>
        html`<polyline
          class="${isGuide ? 'guide' : 'line'}"
          points="${points.map((point) => `${px(x(point.x))},${px(y(point.y))}`).join(' ')}"
        />`,
    )}
    ${namesAtEnds(
      series.map(({ name, points }) => ({ text: name, value: points.at(-1)!.y, sample: 'line' })),
      y,
      look,
    )}`;
  return svgOf({ title, description, width, height }, content);
}
