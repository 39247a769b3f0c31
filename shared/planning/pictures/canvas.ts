import { memoize } from '../../kernel/core/schema.ts';
import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { directed, type Look } from './look.ts';
import { fitText, textWidth } from './text-width.ts';
import { colorOf, type Color } from '../../kernel/html/palette.ts';

/** The text alternative of a picture, and its size in pixels. */
export interface Caption {
  title: string;
  /** The facts of the picture in sentences. */
  description: string;
  width: number;
  height: number;
  /** Distinguishes its ids from those of another picture in the same document. */
  suffix?: string;
}

/** The caption of a chart in a room. */
export const captionOf = (title: string, description: string, { layout, words, ids }: Look): Caption => ({
  title: directed(title, words),
  description,
  width: layout.width,
  height: layout.height,
  suffix: `${ids === undefined ? '' : `-${ids}`}${layout.hasNamesBelow ? '-narrow' : ''}`,
});

/**
 * Classes for what pictures draw. Series differ in dashes, hatching and labels too, so that no one needs their colors;
 * lines have a contrast of at least 3:1 on their ground (WCAG 2.2, 1.4.11), text of 4.5:1, and areas have edges. No CSS
 * variables, since many programs that show SVG do not know them.
 */
const SHAPES =
  'text{font:12px system-ui,sans-serif}.title{font-size:15px;font-weight:600}.long{font-size:12px}.line{fill:none;stroke-width:2.5}' +
  '.guide{fill:none;stroke-width:1.5;stroke-dasharray:5 4}.warn{fill:none;stroke-width:2;stroke-dasharray:2 3}' +
  '.halo{paint-order:stroke;stroke-width:5px;stroke-linejoin:round}.taken{fill:url(#taken)}.hatch{stroke-width:1.5}.edge{fill:none}';

/** What each color of the palette fills and outlines. */
const painted = {
  text: { fill: '.title', stroke: '.edge' },
  quiet: { fill: 'text' },
  surface: { fill: '.ground', stroke: '.hatch,.halo' },
  line: { stroke: '.grid' },
  edge: { stroke: '.axis,.guide,.taken' },
  brand: { fill: '.mark,.one', stroke: '.line' },
  'brand-tint': { fill: '.work' },
  danger: { stroke: '.warn' },
  'chart-second': { fill: '.two' },
  'chart-third': { fill: '.three' },
};

const rulesIn = (scheme: keyof Color): string =>
  Object.entries(painted)
    .flatMap(([name, uses]) =>
      Object.entries(uses).map(([use, classes]) => `${classes}{${use}:${colorOf(name)[scheme]}}`),
    )
    .join('');

const style = memoize(
  () =>
    new Html(
      `<style>${SHAPES}${rulesIn('light')}@media (prefers-color-scheme:dark){${rulesIn('dark')}}</style>`,
    ),
);

/** A whole SVG document: no scripts, no links, nothing to load; light or dark as the reader prefers. */
export const svgOf = (
  { title, description, width, height, suffix = '' }: Caption,
  content: Fragment,
): string =>
  html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-labelledby="title${suffix} description${suffix}"
  >
    <title id="title${suffix}">${title}</title>
    <desc id="description${suffix}">${description}</desc>
    ${style()}
    <rect class="ground" width="${width}" height="${height}" />
    ${titleView(title, width - 2 * MARGIN)} ${content}
  </svg>`.text;

const MARGIN = 16;
/** The sizes of a title's text, as in the styles. */
const TITLE_SIZE = 15;
const LONG_TITLE_SIZE = 12;

/** A title that is too long is smaller, and cut if it still does not fit. */
function titleView(title: string, room: number): Html {
  const isLong = textWidth(title, TITLE_SIZE) > room;
  const text = fitText(title, room, isLong ? LONG_TITLE_SIZE : TITLE_SIZE);
  return html`<text class="title${isLong && ' long'}" x="${MARGIN}" y="26">${text}</text>`;
}

/** A number for a path or an attribute, to a tenth of a pixel. */
export const px = (value: number): number => Math.round(value * 10) / 10;
