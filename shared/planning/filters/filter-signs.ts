import type { FilterExpression } from './filter-expression.ts';
import { filterKeys, foreignKeys } from './filter-keys.ts';
import { filterProblem } from './filter-problem.ts';
import { QUOTED } from './filter-tokens.ts';

/** Keys as people write them, those of other trackers too. */
const KEYS = String.raw`(?:${[...filterKeys, ...foreignKeys.keys()].join('|')}|cf\.[\p{L}\p{N}_-]+)`;

/** What stories are ordered by, as people write it. */
const SORTS = String.raw`priority|rank|relevance|(?:due|created|updated|completed|estimate|end|start)\w*|sequenceId|cf\.[\p{L}\p{N}_-]+`;

const COMPARISON = '!=|<>|<=|>=|<|>|={1,3}|≠|≤|≥|!~|~';
const COMPARED = new RegExp(
  String.raw`(?<=^|[\s(])-?(?<key>${KEYS})\s*(?<sign>${COMPARISON}|(?<=\s):)\s*(?<value>[^\s()]+)`,
  'iu',
);
/** What people say in place of the colon, from one condition to the next. */
const SAID = new RegExp(
  String.raw`(?<=^|\(|(?:^|\s)(?:AND|OR|NOT)\s+|${KEYS}:\S+\s+)(?<key>${KEYS})\s+(?<verb>is|in|equals|contains)\s+(?<not>not\s+)?(?<value>[^\s():]+(?:\s+(?!(?:and|or)\s)[^\s():]+)?)(?=\s*(?:$|[()])|\s+(?:and|or|not)\s|\s+-?${KEYS}:)`,
  'iu',
);
const IN_LIST = new RegExp(
  String.raw`(?<=^|[\s(])(?<key>${KEYS})\s+(?<not>not\s+)?in\s*\(\s*(?<value>[^()]*)\)?`,
  'iu',
);
/** An order as other languages say it: by `order by`, or with a direction behind the field. */
const ORDERED = new RegExp(
  String.raw`(?<=^|[\s(])(?:(?:order|sort|sorted)\s+by\s+(?<by>-?(?:${SORTS}))|sort:(?<said>\S+))(?<direction>\s+(?:asc|desc)(?:ending)?)?(?=\s|\)|$)`,
  'iu',
);
const EACH_QUOTED = new RegExp(QUOTED, 'g');

/**
 * Throws a 400 for conditions as other filter languages write them, such as `priority = high`, `status is Done` and
 * `label in (bug, design)`, whose parts would be searched for.
 */
export function assertNoForeignPhrases(text: string): void {
  // What is in quotes is a name or a phrase, whatever it says.
  const masked = text.replaceAll(EACH_QUOTED, (quoted) =>
    quoted.replaceAll(/[^"]/gsu, (one) => 'q'.repeat(one.length)),
  );
  assertNoForeignOrder(masked);
  for (const pattern of [IN_LIST, COMPARED, SAID]) {
    const found = pattern.exec(masked);
    if (!found) continue;
    const { key = '', sign, not, value = '' } = found.groups!;
    const written = text.slice(found.index, found.index + found[0].length).trim();
    const start = found.index + found[0].lastIndexOf(value);
    const values = text.slice(start, start + value.length).split(',');
    const negated = not !== undefined || ['!=', '<>', '≠', '!~'].includes(sign ?? '');
    const before = `${negated ? '-' : ''}${knownKey(key)}:${boundSign(sign)}`;
    throw filterProblem(
      `has ${written}; write ${before}${values.map(inWord).filter(Boolean).join(',')}, or put it into quotes to search for it`,
    );
  }
}

/** Throws a 400 for `order by due` and `sort:due desc`, of which parts would be searched for. */
function assertNoForeignOrder(text: string): void {
  const found = ORDERED.exec(text);
  const { by, said, direction } = found?.groups ?? {};
  const field = by ?? (direction === undefined ? undefined : said);
  if (!found || field === undefined) return;
  const minus = /desc/i.test(direction ?? '') && !field.startsWith('-') ? '-' : '';
  throw filterProblem(
    `has ${found[0].trim()}; write sort:${minus}${field}, or put it into quotes to search for it`,
  );
}

const knownKey = (key: string): string => foreignKeys.get(key.toLowerCase()) ?? key;

const boundSign = (sign = ''): string =>
  ({ '≤': '<=', '≥': '>=', '<': '<', '>': '>', '<=': '<=', '>=': '>=' })[sign] ?? '';

/** A value as a word takes it. */
function inWord(value: string): string {
  const name = value.trim();
  return /\s/.test(name) && !name.startsWith('"') ? `"${name}"` : name;
}

/** What is in front of words for what is not wanted: dashes of any length, and the signs of programs. */
const MINUS = /[-!~¬\u2010-\u2015\u2212]/;
const SIGNS_BEFORE_WORD = new RegExp(
  String.raw`^(?<signs>(?:(?!")[\p{P}\p{S}])+)(?<word>${KEYS}:(?!//).+)$`,
  'isu',
);
const SIGNS_BEFORE_GROUP = /^(?<signs>[-!~¬+&|=*•\u2010-\u2015\u2212]+)\(/u;

/** What a word in full-width signs is, as keyboards for Japanese and Chinese write it, once they have their usual width. */
const NARROW = new RegExp(String.raw`^[-(]*${KEYS}:`, 'iu');

/** Throws a 400 for the signs of other filter languages, which would be searched for without a word. */
export function assertNoForeignSigns(chunk: string): void {
  const instead = chunk === '||' ? 'OR' : chunk === '&&' ? 'a space or AND' : undefined;
  if (instead !== undefined) {
    throw filterProblem(`has ${chunk}; write ${instead}, or put it into quotes to search for it`);
  }
  const narrow = chunk.normalize('NFKC');
  if (narrow !== chunk && NARROW.test(narrow))
    throw filterProblem(`has ${chunk}; write ${narrow}, or put it into quotes to search for it`);
  const { signs: ofGroup } = SIGNS_BEFORE_GROUP.exec(chunk)?.groups ?? {};
  if (ofGroup !== undefined)
    throw filterProblem(`has ${ofGroup}(; write ${MINUS.test(ofGroup) ? '-( or NOT (' : '( without it'}`);
  const { signs, word } = SIGNS_BEFORE_WORD.exec(chunk)?.groups ?? {};
  if (signs === undefined || word === undefined) return;
  throw filterProblem(
    MINUS.test(signs) ? `has ${chunk}; write -${word} for what is not wanted` : `has ${chunk}; write ${word}`,
  );
}

/** Signs that other languages write between conditions, and in front of what is not wanted, with what to write. */
const operatorSigns: ReadonlyMap<string, string> = new Map([
  ['&', 'a space or AND'],
  ['+', 'a space or AND'],
  ['∧', 'a space or AND'],
  ['|', 'OR'],
  ['∨', 'OR'],
  ['/', 'OR'],
  [',', 'a space for both, or OR'],
  [';', 'a space for both, or OR'],
  ['、', 'a space for both, or OR'],
]);
const notSigns: readonly string[] = ['!', '~', '¬'];

/** Signs that separate: neither emoji nor arrows, which people put into titles. */
const SEPARATOR =
  /^(?:(?!["\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f])[\p{P}\p{Sm}\p{Sc}\p{Sk}\u2500-\u25ff])+$/u;

/**
 * Throws a 400 for an operator in small letters or as a sign next to a word: it would be searched for, and the rest mean
 * something else. Between texts it is one of theirs, and at the end it is searched for.
 */
export function assertNoForeignOperators(parts: readonly FilterExpression[]): void {
  for (const [position, part] of parts.entries()) {
    const text = textOf(part);
    const operator = text === undefined ? undefined : operatorIn(text);
    const [before, after] = [parts[position - 1], parts[position + 1]];
    if (operator === undefined || after === undefined) continue;
    const { binds, instead } = operator;
    if (binds === 'both' && before === undefined) continue;
    const operands = binds === 'next' || before === undefined ? [after] : [before, after];
    if (operands.every((one) => 'text' in one)) continue;
    throw filterProblem(
      `has ${text} next to a condition; ${instead}, or put it into quotes to search for it`,
    );
  }
}

/** A text of a filter, also one behind NOT. */
const textOf = (part: FilterExpression): string | undefined =>
  'text' in part ? part.text : 'not' in part ? textOf(part.not) : undefined;

interface ForeignOperator {
  /** Whether it is about the parts on both sides, the next one, or those that there are. */
  binds: 'both' | 'next' | 'any';
  instead: string;
}

/** What a text would be in another filter language, and what to write in its place; undefined if it is no operator. */
function operatorIn(text: string): ForeignOperator | undefined {
  const small = /^(?:and|or|not)$/i.exec(text)?.[0].toUpperCase();
  if (/^(?:xor|nor|nand)$/i.test(text)) return { binds: 'both', instead: 'say it with OR, NOT and brackets' };
  if (small !== undefined) return { binds: small === 'NOT' ? 'next' : 'both', instead: `write ${small}` };
  const sign = text.normalize('NFKC');
  if (notSigns.includes(sign)) return { binds: 'next', instead: 'write NOT' };
  const instead = operatorSigns.get(sign);
  if (instead !== undefined) return { binds: 'any', instead: `write ${instead}` };
  if (!SEPARATOR.test(text)) return undefined;
  const hint = MINUS.test(text)
    ? 'write - right before what is not wanted, as in -label:bug'
    : 'leave it out';
  return { binds: 'any', instead: hint };
}
