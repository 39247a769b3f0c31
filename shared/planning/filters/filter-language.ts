import type { ApiError } from '../../kernel/core/errors.ts';
import { closestNames } from '../../kernel/core/nearest.ts';
import type { FilterExpression, FilterValue, FilterWord } from './filter-expression.ts';
import { filterKeys, foreignKeys, isFieldKey, wayToSay } from './filter-keys.ts';
import { filterProblem } from './filter-problem.ts';
import { assertNoForeignOperators, assertNoForeignPhrases, assertNoForeignSigns } from './filter-signs.ts';
import { filterTokens, QUOTED, type FilterToken } from './filter-tokens.ts';

/** A filter for people, before its names are looked up. */
export interface ParsedFilter {
  /** Undefined if it says nothing of stories. */
  expression: FilterExpression | undefined;
  /** The values of its `sort:`. */
  sort: readonly string[] | undefined;
}

/** More conditions than anybody writes; each costs a look at the stories. */
const CONDITIONS_MAX = 50;

const WORD = /^(?<minus>-?)(?<key>(?:cf\.)?[\p{L}_][\p{L}\p{N}_-]*):(?<values>.*)$/isu;
const VALUE = new RegExp(`${QUOTED}|(?<plain>[^,"]+)`, 'g');

/**
 * Parses a filter as people write it: `key:value,value` words, with values that contain spaces in quotes, words to search
 * for, a - in front of what is not wanted, and `OR`, `AND`, `NOT` and brackets. NOT binds most, OR least, and conditions
 * next to each other must all be met. Throws a 400 for what it does not understand, with what to write.
 */
export function parseFilter(text: string): ParsedFilter {
  assertNoForeignPhrases(text);
  const { tokens, sort } = withoutSort(filterTokens(text));
  if (tokens.length === 0) return { expression: undefined, sort };
  const reader = { tokens, at: 0 };
  const expression = readAny(reader);
  if (reader.at < tokens.length) {
    throw unopened();
  }
  if (countConditions(expression) > CONDITIONS_MAX) {
    throw filterProblem(`has more than ${CONDITIONS_MAX} conditions; put values of one word behind commas`);
  }
  return { expression, sort };
}

function countConditions(expression: FilterExpression): number {
  if ('not' in expression) return countConditions(expression.not);
  const parts = 'all' in expression ? expression.all : 'any' in expression ? expression.any : [];
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + countConditions(part), 0);
}

interface Reader {
  tokens: readonly FilterToken[];
  at: number;
}

/** Takes the order out of a filter: it is that of the whole. */
function withoutSort(tokens: readonly FilterToken[]): {
  tokens: FilterToken[];
  sort: readonly string[] | undefined;
} {
  let depth = 0;
  let sort: readonly string[] | undefined;
  const left = tokens.filter((token, position) => {
    depth += token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0;
    const word = token.kind === 'chunk' ? wordIn(token.text) : undefined;
    if (word?.key !== 'sort') return true;
    if (word.negated) {
      throw filterProblem('has -sort:, which excludes nothing; for descending order write sort:-priority');
    }
    const before = tokens[position - 1];
    if (depth > 0 || before?.kind === 'operator') {
      throw filterProblem(
        'has sort: in brackets or behind an operator; write it at the beginning, for the whole',
      );
    }
    if (sort) throw repeatedWord('sort');
    sort = word.values.map((value) => value.text);
    return false;
  });
  return { tokens: left, sort };
}

export const repeatedWord = (key: string): ApiError =>
  filterProblem(`says ${key}: more than once; put commas between its values`);

/** The 400 for a word that no story meets together with what was said before. */
export const contradiction = (key: string): ApiError =>
  filterProblem(
    `has ${key}: next to a condition that rules it out; leave one of them out, or write OR between them`,
  );

/** Conditions with OR between them. */
function readAny(reader: Reader): FilterExpression {
  const any = [readAll(reader)];
  while (isOperator(reader, 'OR')) {
    reader.at += 1;
    any.push(readAll(reader));
  }
  return any.length === 1 ? any[0]! : { any };
}

/** Conditions next to each other, or with AND between them. The texts among them are one. */
function readAll(reader: Reader): FilterExpression {
  const parts: FilterExpression[] = [readOne(reader)];
  for (;;) {
    const next = reader.tokens[reader.at];
    if (next === undefined || next.kind === 'close' || isOperator(reader, 'OR')) break;
    if (isOperator(reader, 'AND')) reader.at += 1;
    parts.push(readOne(reader));
  }
  assertNoForeignOperators(parts);
  const flat = parts.flatMap((part) => ('all' in part ? part.all : part));
  const texts = flat.flatMap((part) => ('text' in part ? part.text : []));
  const others = flat.filter((part) => !('text' in part));
  const all = texts.length === 0 ? others : [...others, { text: texts.join(' ') }];
  return all.length === 1 ? all[0]! : { all };
}

const isOperator = ({ tokens, at }: Reader, wanted: string): boolean => {
  const token = tokens[at];
  return token?.kind === 'operator' && token.operator === wanted;
};

function readOne(reader: Reader): FilterExpression {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  if (token?.kind === 'chunk') return conditionIn(token.text);
  if (token?.kind === 'open') {
    if (reader.tokens[reader.at]?.kind === 'close') {
      throw filterProblem('has (), brackets without a condition; leave them out, or put them into quotes');
    }
    const inside = readAny(reader);
    if (reader.tokens[reader.at]?.kind !== 'close') {
      throw unclosed();
    }
    reader.at += 1;
    return token.negated ? { not: inside } : inside;
  }
  if (token?.kind === 'operator' && token.operator === 'NOT') return { not: readOne(reader) };
  const before = reader.tokens[reader.at - 2];
  const operator = token?.kind === 'operator' ? token : before?.kind === 'operator' ? before : undefined;
  if (!operator) throw token ? unopened() : unclosed();
  const sides = operator.operator === 'NOT' ? 'behind it' : 'on both sides';
  throw filterProblem(
    `has ${operator.operator} without a condition ${sides}; to search for the word, put it into quotes`,
  );
}

const unclosed = (): ApiError =>
  filterProblem('has a ( without its ); add it, or put what has the bracket into quotes');

const unopened = (): ApiError =>
  filterProblem('has a ) without its (; add it, or put what has the bracket into quotes');

function conditionIn(chunk: string): FilterExpression {
  const word = wordIn(chunk);
  if (word) {
    const { negated, ...condition } = word;
    return negated ? { not: { word: condition } } : { word: condition };
  }
  assertNoForeignSigns(chunk);
  return { text: chunk };
}

/** The word that a part of a filter is. Undefined for a text: a time, an address, a phrase, what only ends in a colon. */
function wordIn(chunk: string): (FilterWord & { negated: boolean }) | undefined {
  const { minus, key = '', values = '' } = WORD.exec(chunk)?.groups ?? {};
  if (key === '') return undefined;
  const name = key.toLowerCase();
  const known = isFieldKey(name) ? name : filterKeys.find((one) => one.toLowerCase() === name);
  if (values.startsWith('//') || (values === '' && !known)) return undefined;
  if (!known) throw unknownKey(key, values);
  const given = [...values.matchAll(VALUE)]
    .map(({ groups }): FilterValue => {
      const { quoted, plain = '' } = groups!;
      if (quoted === undefined) return { text: plain.trim(), quoted: false };
      return { text: quoted.replaceAll(/\\(["\\])/g, '$1').trim(), quoted: true };
    })
    .filter((value) => value.text !== '');
  if (given.length === 0)
    throw filterProblem(`has ${key}: without a value; write it right after the colon, as in label:bug`);
  return { key: known, negated: minus === '-', values: given };
}

function unknownKey(key: string, values: string): ApiError {
  const way = wayToSay(key, values);
  if (way !== undefined) throw filterProblem(`has the unknown word ${key}:; ${way}`);
  const close = foreignKeys.get(key.toLowerCase()) ?? closestNames(key, filterKeys)[0];
  const hint = close === undefined ? '' : `; did you mean ${close}:?`;
  return filterProblem(
    `has the unknown word ${key}:. It knows ${filterKeys.map((one) => `${one}:`).join(' ')} and cf.<key>: for custom fields${hint}`,
  );
}

/** All words of a filter, those that it excludes too. */
export function wordsIn(expression: FilterExpression | undefined): FilterWord[] {
  if (expression === undefined || 'text' in expression) return [];
  if ('word' in expression) return [expression.word];
  if ('not' in expression) return wordsIn(expression.not);
  return ('all' in expression ? expression.all : expression.any).flatMap(wordsIn);
}

/** The keys of the words that a filter demands. */
export function keysOf(expression: FilterExpression | undefined): string[] {
  if (expression === undefined || 'text' in expression || 'not' in expression) return [];
  if ('word' in expression) return [expression.word.key];
  return ('all' in expression ? expression.all : expression.any).flatMap(keysOf);
}
