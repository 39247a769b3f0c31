import { filterKeys } from './filter-keys.ts';
import { filterProblem } from './filter-problem.ts';

/** A part of a filter as it was written: a bracket, an operator, or a word with its values. */
export type FilterToken =
  | { kind: 'open'; negated: boolean }
  | { kind: 'close' }
  | { kind: 'operator'; operator: 'AND' | 'OR' | 'NOT' }
  | { kind: 'chunk'; text: string };

/** A quoted text, in which `\"` is a quotation mark; the end of a filter that only has texts ends it too. */
export const QUOTED = String.raw`"(?<quoted>(?:\\["\\]|[^"])*)(?<end>"?)`;

const OPERATOR = /(?<operator>AND|OR|NOT)(?=[\s()]|$)/y;
const OPEN = /(?<minus>-?)\(/y;
const QUOTED_HERE = new RegExp(QUOTED, 'y');
/** White space between the values of a word, unless something else begins after it. */
const GAP = /\s+(?=[^\s()-])(?!(?:AND|OR|NOT)(?:[\s()]|$)|(?:cf\.)?[\p{L}_][\p{L}\p{N}_-]*:)/uy;
const HAS_KEY = /^-?(?:cf\.)?[\p{L}_][\p{L}\p{N}_-]*:./su;
const KEY_ALONE = /^-?(?<key>(?:cf\.)?[\p{L}_][\p{L}\p{N}_-]*):$/u;

/** Cuts a filter into its tokens. A bracket inside a word, such as that of `read()`, belongs to it. */
export function filterTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  for (;;) {
    match(/\s*/y);
    if (at >= text.length) return tokens;
    const operator = match(OPERATOR)?.groups?.['operator'];
    const open = operator === undefined ? match(OPEN) : null;
    if (operator !== undefined) {
      tokens.push({ kind: 'operator', operator: operator as 'AND' | 'OR' | 'NOT' });
    } else if (open) {
      tokens.push({ kind: 'open', negated: open.groups!['minus'] === '-' });
    } else if (text[at] === ')') {
      tokens.push({ kind: 'close' });
      at += 1;
    } else {
      const end = endOfChunk(text, at);
      tokens.push({ kind: 'chunk', text: text.slice(at, end) });
      at = end;
    }
  }
}

function endOfChunk(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length && !/\s/.test(text[at]!)) {
    const character = text[at]!;
    if (character === '"') {
      QUOTED_HERE.lastIndex = at;
      const { 0: quoted, groups } = QUOTED_HERE.exec(text)!;
      if (groups!['end'] === '') assertNoConditionInOpenQuote(text.slice(start, at), quoted);
      at += quoted.length;
      continue;
    }
    if (character === '(') {
      assertNoGroupOfValues(text.slice(start, at));
      assertNoConditionInWord(text, at);
      depth += 1;
    }
    if (character === ')' && (depth -= 1) < 0) break;
    at += 1;
    if (character === ',' && HAS_KEY.test(text.slice(start, at))) {
      GAP.lastIndex = at;
      at += GAP.exec(text)?.[0].length ?? 0;
    }
  }
  return at;
}

const CONDITION = String.raw`[-(]*(?:${filterKeys.join('|')}|cf\.[\p{L}\p{N}_-]+):`;
const CONDITION_IN_QUOTE = new RegExp(String.raw`\s${CONDITION}`, 'iu');
const CONDITION_IN_WORD = new RegExp(String.raw`(?<=[\p{L}\p{N}"])\((?:NOT\s+)?${CONDITION}`, 'iuy');

/** Throws a 400 for a quotation mark without its second one in a word, or before one, which would be part of the text. */
function assertNoConditionInOpenQuote(before: string, quoted: string): void {
  const isInWord = KEY_ALONE.test(before) || HAS_KEY.test(before);
  if (!isInWord && !CONDITION_IN_QUOTE.test(quoted)) return;
  throw filterProblem(
    String.raw`has a " without its second one; add it, as in label:"needs design", or write \" within quotes for the sign itself and \\ for a backslash`,
  );
}

/** Throws a 400 for a bracket that belongs to the word before it, but has a condition, as in `login(priority:high)`. */
function assertNoConditionInWord(text: string, at: number): void {
  CONDITION_IN_WORD.lastIndex = at;
  if (!CONDITION_IN_WORD.test(text)) return;
  throw filterProblem(
    'has a ( with a condition directly behind a word; put a blank before it, or the word into quotes',
  );
}

/** Throws a 400 for brackets around values, as in `label:(bug OR design)`. */
function assertNoGroupOfValues(before: string): void {
  const { key } = KEY_ALONE.exec(before)?.groups ?? {};
  if (key === undefined) return;
  throw filterProblem(
    `has ${key}:( with values in brackets; write (${key}:a OR ${key}:b) or ${key}:a,b, and put a value that begins with a bracket into quotes`,
  );
}
