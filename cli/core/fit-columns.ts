/** A table that may be wider than the terminal. */
interface TableCells {
  headings: readonly string[];
  /** The texts of each row, in the order of the headings. */
  rows: readonly (readonly string[])[];
  /** Headings of the columns that are left out first, before the last ones. */
  minor: ReadonlySet<string>;
}

/** The columns that a terminal has room for: their positions and widths. */
export interface FittedColumns {
  shown: readonly number[];
  widths: readonly number[];
}

/** What stands for no value. */
export const EMPTY = '-';

/** Between two columns. */
const GAP = 2;

/** How narrow a column of text may become. */
const TEXT_MIN = 16;

/** Ids, slugs and addresses are of no use where they are cut; of other words, such as `webhook_endpoint.updated`, most is. */
const WHOLE = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[a-z0-9]+(?:-[a-z0-9]+)+|(?=\S*[@/:])\S{1,40}|\S{1,16})$/;

const segmenter = new Intl.Segmenter();
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** How many cells of a terminal a line takes. */
export const lineWidth = (line: string): number =>
  [...segmenter.segment(line)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);

const textWidth = (text: string): number => Math.max(...text.split('\n').map(lineWidth));

/**
 * Chooses columns that fit a terminal side by side: empty ones are left out first, then minor ones, then those on the right; texts are cut
 * only if no more columns can be left out, or to keep one that is more important than their last words.
 */
export function fitColumns({ headings, rows, minor }: TableCells, terminal: number): FittedColumns {
  const natural = headings.map((heading, n) =>
    Math.max(lineWidth(heading), ...rows.map((row) => textWidth(row[n]!))),
  );
  const least = headings.map((heading, n) =>
    rows.every((row) => WHOLE.test(row[n]!))
      ? natural[n]!
      : Math.min(natural[n]!, Math.max(TEXT_MIN, lineWidth(heading))),
  );
  const all = headings.map((_, n) => n);
  const isEmpty = (n: number) =>
    n > 0 && rows.length > 0 && rows.every((row) => row[n] === EMPTY || row[n] === '');
  const dropped = [...all].sort((a, b) => rank(b) - rank(a));
  function rank(n: number): number {
    if (isEmpty(n)) return 2 * headings.length + n;
    // What a list begins with is what its commands take.
    return n > 0 && minor.has(headings[n]!) ? headings.length + n : n;
  }
  let shown = all;
  // A column without any value is not worth a word of another one.
  while (widthOf(shown, natural) > terminal && shown.some(isEmpty)) {
    const last = shown.findLast(isEmpty);
    shown = shown.filter((n) => n !== last);
  }
  while (shown.length > 1 && widthOf(shown, least) > terminal) {
    const last = dropped.find((n) => shown.includes(n))!;
    shown = shown.filter((n) => n !== last);
  }
  let room = terminal - widthOf(shown, least);
  const widths = shown.map((n) => {
    const more = Math.max(0, Math.min(natural[n]! - least[n]!, room));
    room -= more;
    return Math.min(least[n]! + more, terminal);
  });
  return { shown, widths };
}

const widthOf = (shown: readonly number[], widths: readonly number[]): number =>
  shown.reduce((sum, n) => sum + widths[n]!, GAP * (shown.length - 1));

/** Cuts each line of a text to a width, and marks where. */
export const cutLines = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => cutLine(line, width))
    .join('\n');

function cutLine(line: string, width: number): string {
  if (lineWidth(line) <= width) return line;
  const listed = isList(line) ? cutList(line, width) : undefined;
  if (listed !== undefined) return listed;
  let cut = '';
  let used = 0;
  for (const { segment } of segmenter.segment(line)) {
    used += lineWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

const MORE = / and (\d+) more$/;

/** Whether a line is a list, or what one was changed to: most of its values are single words. */
function isList(line: string): boolean {
  const values = line.replace(MORE, '').split(/, | → /);
  return values.length > 2 && values.filter((value) => !value.includes(' ')).length * 2 > values.length;
}

/** A list up to the last value that a width has room for. */
function cutList(line: string, width: number): string | undefined {
  const values = line.replace(MORE, '').split(', ');
  if (!line.includes(' → ')) return shortList(values, { width, more: Number(MORE.exec(line)?.[1] ?? 0) });
  const shown = values.findLastIndex((_, n) => lineWidth(values.slice(0, n).join(', ')) <= width - 3);
  return shown > 0 ? `${values.slice(0, shown).join(', ')}, …` : undefined;
}

/** As many values as a width has room for, and how many more there are; undefined if it has none for one of them. */
export function shortList(
  values: readonly string[],
  { width, more = 0 }: { width: number; more?: number },
): string | undefined {
  for (let shown = values.length; shown > 0; shown -= 1) {
    const left = values.length - shown + more;
    const text = `${values.slice(0, shown).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
    if (lineWidth(text) <= width) return text;
  }
  return undefined;
}
