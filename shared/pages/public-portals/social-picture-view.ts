import { brandColors } from '../../kernel/html/theme.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { SOCIAL_SIZE } from './social-size.ts';
import { fitText, textWidth } from '../../planning/pictures/text-width.ts';

/** What a picture for link previews says. All of it can be drawn. */
export interface SocialPicture {
  /** The color, and the name, of the portal. */
  color: string;
  name: string;
  title: string;
  /** How many have voted, or when it was published. */
  fact: string | undefined;
  /** Where an idea stands. */
  status?: string | undefined;
}

const MARGIN = 80;
const TEXT_WIDTH = SOCIAL_SIZE.width - 2 * MARGIN;
/** Sizes of titles in pixels, of which the first is taken that has room, and how many lines that has. */
const titleSizes = [
  { size: 76, lines: 3 },
  { size: 62, lines: 4 },
] as const;
const LINE_HEIGHT = 1.22;
const TITLE_TOP = 236;

const RIGHT_TO_LEFT = /^[^\p{Letter}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A text that begins in Arabic is written from the right: it has marks around it, since SVG is drawn without `direction`. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2067${text}\u2069` : text);

/** The picture of an idea, an update or a portal as an SVG, whose texts are in the font `family`. */
export function socialPictureView(picture: SocialPicture, family: string): Html {
  const { color, name, title, fact, status } = picture;
  const colors = brandColors(color);
  const [ground, ink] = [colors['brand-raw'].light, colors['on-brand-raw'].light];
  const isRightToLeft = RIGHT_TO_LEFT.test(title);
  const at = (x: number) => (isRightToLeft ? SOCIAL_SIZE.width - x : x);
  const anchor = isRightToLeft ? 'end' : 'start';
  const text = (x: number, y: number, size: number, content: string) =>
    html`<text x="${at(x)}" y="${y}" font-size="${size}" text-anchor="${anchor}">${isolated(content)}</text>`;
  const { size, lines } = titleLines(title);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${SOCIAL_SIZE.width}"
    height="${SOCIAL_SIZE.height}"
    font-family="${family}"
    font-weight="600"
  >
    <rect width="100%" height="100%" fill="${ground}" />
    <g fill="${ink}">
      <rect width="100%" height="14" opacity="0.25" />
      ${initialOf(name, { x: at(MARGIN + 32), ground })} ${text(MARGIN + 88, 124, 36, fitText(name, 880, 36))}
      ${lines.map((line, place) => text(MARGIN, TITLE_TOP + Math.round(place * size * LINE_HEIGHT), size, line))}
      ${footOf({ fact, status }, text)}
    </g>
  </svg>`;
}

/** The first letter of the portal's name, in a circle. */
const initialOf = (name: string, { x, ground }: { x: number; ground: string }): Fragment => [
  html`<circle cx="${x}" cy="112" r="32" />`,
  html`<text x="${x}" y="125" font-size="36" text-anchor="middle" fill="${ground}">
    ${[...name.trim()][0]?.toUpperCase()}
  </text>`,
];

function footOf(
  { fact, status }: Pick<SocialPicture, 'fact' | 'status'>,
  text: (x: number, y: number, size: number, content: string) => Html,
): Fragment {
  const words = [fact, status].filter((one) => one !== undefined && one !== '').join('  ·  ');
  return words !== '' && text(MARGIN, 566, 36, fitText(words, TEXT_WIDTH, 36));
}

/** The title in lines of the largest size in which it has room; the last line is cut off if there is none. */
function titleLines(title: string): { size: number; lines: string[] } {
  for (const { size, lines: most } of titleSizes) {
    const lines = wrapped(title, size);
    if (lines.length <= most) return { size, lines };
  }
  const { size, lines: most } = titleSizes.at(-1)!;
  const lines = wrapped(title, size);
  const last = fitText(lines.slice(most - 1).join(' '), TEXT_WIDTH, size);
  return { size, lines: [...lines.slice(0, most - 1), last] };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The parts of a text between which a line may end: words, with the marks that follow them. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const isMark = /^[\p{Close_Punctuation}\p{Final_Punctuation}\p{Other_Punctuation}]/u.test(segment);
    if (isMark && units.length > 0) units[units.length - 1] += segment;
    else units.push(segment);
  }
  return units;
}

/** A text in lines that end between words, or within one that is longer than a line. */
function wrapped(text: string, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const segment of unitsOf(text)) {
    if (line !== '' && textWidth(`${line}${segment}`.trimEnd(), size) > TEXT_WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? segment.trimStart() : segment;
    while (textWidth(line.trimEnd(), size) > TEXT_WIDTH) {
      const start = [...line].slice(0, Math.floor(TEXT_WIDTH / size)).join('');
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return [...lines, line].map((one) => one.trim()).filter((one) => one !== '');
}
