import { colorOf } from '../../kernel/html/palette.ts';
import { brandColors } from '../../kernel/html/theme.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { SOCIAL_SIZE } from '../portal/social-size.ts';
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
  /** How many have voted for an idea. */
  votes?: number | undefined;
  /** The beginning of what it is about. */
  excerpt?: string | undefined;
  /** The portal's logo, as a data URL. */
  logo?: string | undefined;
}

const MARGIN = 96;
const TEXT_WIDTH = SOCIAL_SIZE.width - 2 * MARGIN;
/** Sizes of titles in pixels, of which the first is taken that has room, and how many lines that has. */
const titleSizes = [
  { size: 72, lines: 2 },
  { size: 58, lines: 3 },
] as const;
const LINE_HEIGHT = 1.22;
const EXCERPT = { size: 32, lines: 2 } as const;
/** What is between the head and the foot, in the middle of which the title and the excerpt stand. */
const MIDDLE = { top: 178, bottom: 508 } as const;

const RIGHT_TO_LEFT = /^[^\p{Letter}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A text that begins in Arabic is written from the right: it has marks around it, since SVG is drawn without `direction`. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2067${text}\u2069` : text);

/** The picture of an idea, an update or a portal as an SVG, whose texts are in the font `family`. */
export function socialPictureView(picture: SocialPicture, family: string): Html {
  const { color, name, title } = picture;
  const { brand, 'brand-raw': raw } = brandColors(color);
  const isRightToLeft = RIGHT_TO_LEFT.test(title);
  const at = (x: number) => (isRightToLeft ? SOCIAL_SIZE.width - x : x);
  const anchor = isRightToLeft ? 'end' : 'start';
  const text: Write = (x, y, size, content, fill = colorOf('text').light) =>
    html`<text x="${at(x)}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${fill}">
      ${isolated(content)}
    </text>`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${SOCIAL_SIZE.width}"
    height="${SOCIAL_SIZE.height}"
    font-family="${family}"
    font-weight="600"
  >
    <rect width="100%" height="100%" fill="${colorOf('surface').light}" />
    <rect x="${isRightToLeft ? SOCIAL_SIZE.width - 16 : 0}" width="16" height="100%" fill="${raw.light}" />
    ${markOf(picture, at(MARGIN + 32))} ${text(MARGIN + 88, 124, 36, fitText(name, 880, 36))}
    ${middleOf(picture, text)} ${footOf(picture, brand.light, { at, text })}
  </svg>`;
}

type Write = (x: number, y: number, size: number, content: string, fill?: string) => Html;

/** The logo of the portal, or the first letter of its name on its color. `x` is the middle of it. */
function markOf({ color, name, logo }: SocialPicture, x: number): Fragment {
  if (logo !== undefined) {
    return html`<image
      x="${x - 32}"
      y="80"
      width="64"
      height="64"
      preserveAspectRatio="xMidYMid meet"
      href="${logo}"
    />`;
  }
  const colors = brandColors(color);
  return [
    html`<rect x="${x - 32}" y="80" width="64" height="64" rx="14" fill="${colors['brand-raw'].light}" />`,
    html`<text x="${x}" y="125" font-size="36" text-anchor="middle" fill="${colors['on-brand-raw'].light}">
      ${[...name.trim()][0]?.toUpperCase()}
    </text>`,
  ];
}

/** The title and the beginning of what it is about, in the middle. */
function middleOf({ title, excerpt }: SocialPicture, text: Write): Fragment {
  const { size, lines } = titleLines(title);
  const about = excerpt === undefined ? [] : linesOf(excerpt, EXCERPT);
  const titleHeight = Math.round(lines.length * size * LINE_HEIGHT);
  const aboutHeight = about.length === 0 ? 0 : Math.round(24 + about.length * EXCERPT.size * 1.4);
  const top = MIDDLE.top + Math.round((MIDDLE.bottom - MIDDLE.top - titleHeight - aboutHeight) / 2);
  return [
    ...lines.map((line, place) =>
      text(MARGIN, top + Math.round(size * (0.95 + place * LINE_HEIGHT)), size, line),
    ),
    ...about.map((line, place) => {
      const y = top + titleHeight + 24 + Math.round(EXCERPT.size * (0.95 + place * 1.4));
      return text(MARGIN, y, EXCERPT.size, line, colorOf('quiet').light);
    }),
  ];
}

/** What is known of it, after the sign of a vote if it can be voted for. */
function footOf(
  { fact, status, votes }: SocialPicture,
  color: string,
  { at, text }: { at: (x: number) => number; text: Write },
): Fragment {
  const words = [fact, status].filter((one) => one !== undefined && one !== '').join('  ·  ');
  if (votes === undefined)
    return words !== '' && text(MARGIN, 562, 34, fitText(words, TEXT_WIDTH, 34), color);
  const middle = at(MARGIN + 16);
  return [
    html`<path
      d="M${middle - 14} 557 ${middle} 543 ${middle + 14} 557"
      fill="none"
      stroke="${color}"
      stroke-width="5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />`,
    text(MARGIN + 48, 562, 34, fitText(words, TEXT_WIDTH - 48, 34), color),
  ];
}

/** A text in as many lines as there is room for, the last of which is cut off. */
function linesOf(content: string, { size, lines: most }: { size: number; lines: number }): string[] {
  const lines = wrapped(content, size);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fitWords(lines.slice(most - 1).join(' '), size)];
}

/** The title in lines of the largest size in which it has room; the last line is cut off if there is none. */
function titleLines(title: string): { size: number; lines: string[] } {
  for (const { size, lines: most } of titleSizes) {
    const lines = wrapped(title, size);
    if (lines.length <= most) return { size, lines };
  }
  const last = titleSizes.at(-1)!;
  return { size: last.size, lines: linesOf(title, last) };
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

/** As many words of a text as a line has room for, with an ellipsis; part of a word where not even the first has room. */
function fitWords(text: string, size: number): string {
  let fitting = '';
  for (const unit of unitsOf(text)) {
    if (textWidth(`${fitting}${unit}`.trimEnd() + '…', size) > TEXT_WIDTH) break;
    fitting += unit;
  }
  const words = fitting.replace(/[\s\p{Dash_Punctuation}\p{Other_Punctuation}]+$/u, '');
  return words === '' ? fitText(text, TEXT_WIDTH, size) : `${words}…`;
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
