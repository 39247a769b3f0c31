/** Programs encode files in longer lines: their number is bounded by the size of the mail. */
export const SHORT_LINE_MAX_BYTES = 60;

/** More short lines than people send. The parser takes much more time and memory for one than it has characters. */
export const SHORT_LINES_MAX = 100_000;

/** Whether a mail has more short lines than people send. Takes time in proportion to its bytes. */
export function hasTooManyLines(raw: Uint8Array): boolean {
  let short = 0;
  let start = 0;
  for (let end = raw.indexOf(LINE_FEED); end >= 0; end = raw.indexOf(LINE_FEED, start)) {
    if (end - start < SHORT_LINE_MAX_BYTES && ++short > SHORT_LINES_MAX) return true;
    start = end + 1;
  }
  return false;
}

const LINE_FEED = 10;
