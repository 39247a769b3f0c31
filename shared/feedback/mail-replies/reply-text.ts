import { introduces, isFieldBlock, SEPARATOR } from './quotation-marks.ts';
import { isPhoneSignature } from './phone-signature.ts';

const SIGNATURE = /^--\s?$/;
const QUOTED = /^\s{0,3}>/;

/** The most lines that an introduction is broken into, and its most characters. */
const INTRODUCTION_LINES = 4;
const INTRODUCTION_MAX_CHARACTERS = 400;

/**
 * What someone has written in a reply: the text without quoted mail and signatures, also that between quoted lines and
 * below them. Empty if there is none. The subject of the reply is that of what it quotes. Takes time in proportion to the
 * text.
 */
export function replyTextOf(text: string, subject = ''): string {
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  const own: string[] = [];
  for (let at = 0; at < lines.length;) {
    const rest = restOf(lines, at, subject);
    if (rest === 'none') break;
    if (rest.skipped === 0) own.push(lines[at]!.trimEnd());
    at += Math.max(1, rest.skipped);
  }
  return withoutPhoneSignature(own)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many lines from one on are quoted or introduce a quotation; `none` if nothing below is by the writer. */
function restOf(lines: readonly string[], at: number, subject: string): 'none' | { skipped: number } {
  const line = lines[at]!.trim();
  if (QUOTED.test(lines[at]!)) return { skipped: 1 };
  if (SIGNATURE.test(lines[at]!) || SEPARATOR.test(line) || isFieldBlock(lines, at, subject)) return 'none';
  for (let count = 1; count <= INTRODUCTION_LINES && lines[at + count - 1]?.trim(); count++) {
    const end = at + count;
    if (joined(lines, at, end).length > INTRODUCTION_MAX_CHARACTERS) break;
    const isQuotedBelow = quotesBelow(lines, end);
    if (!introduces(joined(lines, at, end), isQuotedBelow)) continue;
    // The line before an introduction is the writer's.
    if (count > 1 && introduces(joined(lines, at + 1, end), isQuotedBelow)) break;
    // Without marks, where the quotation ends is unknown.
    return isQuotedBelow ? { skipped: count } : 'none';
  }
  return { skipped: 0 };
}

/** Lines as the one that they were before a program broke it, also within an address in brackets. */
const joined = (lines: readonly string[], from: number, to: number): string =>
  lines
    .slice(from, to)
    .map((one) => one.trim())
    .join(' ')
    .replace('< ', '<');

/** Whether the next line with text is quoted. */
function quotesBelow(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + INTRODUCTION_LINES).find((line) => line.trim() !== '');
  return next !== undefined && QUOTED.test(next);
}

function withoutPhoneSignature(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[last]?.trim() ?? '';
  return isPhoneSignature(line) ? lines.slice(0, last) : lines;
}
