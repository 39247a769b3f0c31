import { convertWithin } from '../../../shared/kernel/html/convert-within.ts';
import { markdownWriter } from '../../../shared/kernel/html/html-to-markdown.ts';

/**
 * How long the conversion of a text may take, in milliseconds: a library's patterns can take forever on a hostile one.
 * Each that takes too long leaves the next ones half of the time, so that many of them stop no import for long.
 */
const FIRST_LIMIT_MS = 512;
const LAST_LIMIT_MS = 64;

/** Of the file that is read: how long a text may take now, and how many have stayed as they were. */
const reading = { limitMs: FIRST_LIMIT_MS, unconverted: 0 };

/** Reads a file whose texts are converted. Returns also how many of them stayed as they were. */
export function converting<T>(read: () => T): { result: T; unconverted: number } {
  const begin = () => Object.assign(reading, { limitMs: FIRST_LIMIT_MS, unconverted: 0 });
  begin();
  try {
    return { result: read(), unconverted: reading.unconverted };
  } finally {
    begin();
  }
}

/** Converts a text; one that takes too long, or is nested too deeply, stays as it is. */
function converted(text: string, convert: (text: string) => string): string {
  const result = convertWithin(reading.limitMs, () => convert(text));
  if (result !== undefined) return result;
  reading.limitMs = Math.max(LAST_LIMIT_MS, reading.limitMs / 2);
  reading.unconverted++;
  return text;
}

const html = markdownWriter();

/** HTML as Markdown; other text stays as it is. */
export const fromHtml = (text: string): string =>
  converted(text, (one) => (/<[a-z][^>]*>/i.test(one) ? html.turndown(one) : one));
