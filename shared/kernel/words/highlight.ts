import type { TextQuery } from './text-query.ts';
import { fold } from './fold.ts';
import { firstOfSign, isSign, partsOf, signsOf, wordsOf } from './words.ts';

/** A part of a text, in UTF-16 code units, as JavaScript counts them. */
interface Range {
  start: number;
  end: number;
}

/** Marks the words of a text that a query found. */
export interface Finder {
  /** The ranges of the words found in a text, in order, without overlaps. */
  rangesIn(text: string): Range[];
  /** Whether a text may have any of the words: far cheaper than to look for all of them. */
  mayBeIn(text: string): boolean;
}

/** A finder of a query's words, and of other terms that were found in place of them. */
export function finderOf({ groups }: TextQuery, relatedTerms: readonly string[]): Finder {
  const terms = new Set([...relatedTerms, ...groups.flatMap(({ words }) => words.map(({ term }) => term))]);
  const beginnings = groups
    .filter(({ open }) => open)
    .flatMap(({ words }) => [words.at(-1)!.term, words.at(-1)!.folded]);
  const isFound = ({ term, folded }: { term: string; folded: string }): boolean =>
    terms.has(term) || beginnings.some((one) => term.startsWith(one) || folded.startsWith(one));
  const all = [...terms, ...beginnings];
  const signs = all.filter(isSign).map(firstOfSign);
  const starts = new Set(all.filter((term) => !isSign(term)).map((term) => term.slice(0, STEM_MIN_LENGTH)));
  return {
    rangesIn: (text) =>
      joined(
        [...wordsOf(text), ...partsOf(text), ...(signs.length > 0 ? signsOf(text) : [])]
          .filter(isFound)
          .sort((one, other) => one.start - other.start),
      ),
    mayBeIn(text) {
      if (signs.some((sign) => text.includes(sign))) return true;
      const folded = starts.size > 0 ? fold(text).replaceAll(/['’]/g, '') : '';
      return [...starts].some((start) => folded.includes(start));
    },
  };
}

/** How many letters of a word no ending takes. */
const STEM_MIN_LENGTH = 2;

/** Ranges that overlap, such as pairs of characters of one word, as one. */
function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const { start, end } of ranges) {
    const last = found.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

const SNIPPET_MAX_CHARACTERS = 160;
/** What comes before the first word found, so that it can be understood. */
const LEAD_CHARACTERS = 40;

/** The part of a text where most words of a query stand, on one line, cut between words. */
export function snippetOf(text: string, finder: Finder): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= SNIPPET_MAX_CHARACTERS) return line;
  const best = startOfMost(firstRanges(line, finder));
  const from = best <= LEAD_CHARACTERS ? 0 : boundaryAfter(line, best - LEAD_CHARACTERS, best);
  const to =
    from + SNIPPET_MAX_CHARACTERS >= line.length
      ? line.length
      : boundaryBefore(line, from + SNIPPET_MAX_CHARACTERS);
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`;
}

/** A word that is everywhere in a long text is not compared everywhere. */
const RANGES_COMPARED = 50;
/** Nor are words that stand next to each other without spaces, which are one range. */
const FOUND_MAX_CHARACTERS = 500;

/** What is looked through at a time, so that most of a long text is not cut into words. */
const PIECE_CHARACTERS = 1_000;

/** The first ranges of a long text, in order, and some more. */
function firstRanges(line: string, finder: Finder): Range[] {
  const found: Range[] = [];
  let characters = 0;
  for (
    let from = 0;
    from < line.length && found.length < RANGES_COMPARED && characters < FOUND_MAX_CHARACTERS;
  ) {
    const to = endOfPiece(line, from + PIECE_CHARACTERS);
    const piece = line.slice(from, to);
    if (finder.mayBeIn(piece)) {
      const ranges = finder.rangesIn(piece);
      found.push(...ranges.map(({ start, end }) => ({ start: from + start, end: from + end })));
      characters += ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    }
    from = to;
  }
  return found;
}

/** After the next space or, in a text without spaces, wherever no character is split. */
function endOfPiece(line: string, at: number): number {
  const space = line.slice(at, at + PIECE_CHARACTERS).indexOf(' ');
  return space < 0 ? Math.min(line.length, wholeCharacter(line, at + PIECE_CHARACTERS)) : at + space + 1;
}

/** Where the part of a text begins that has most of its ranges; they are in order. */
function startOfMost(ranges: readonly Range[]): number {
  let best = { start: ranges[0]?.start ?? 0, count: 0 };
  for (const [position, { start }] of ranges.slice(0, RANGES_COMPARED).entries()) {
    const last = start + SNIPPET_MAX_CHARACTERS - LEAD_CHARACTERS;
    let next = position;
    while (next < ranges.length && ranges[next]!.end <= last) next++;
    if (next - position > best.count) best = { start, count: next - position };
  }
  return best.start;
}

/** The first place after a space, or one that splits no character. */
function boundaryAfter(line: string, at: number, most: number): number {
  const space = line.indexOf(' ', at);
  return space >= 0 && space < most ? space + 1 : wholeCharacter(line, at);
}

function boundaryBefore(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at);
  return space > at - LEAD_CHARACTERS ? space : wholeCharacter(line, at);
}

const wholeCharacter = (line: string, at: number): number =>
  /[\udc00-\udfff]/.test(line[at] ?? '') ? at + 1 : at;
