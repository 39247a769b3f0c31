import { RESULT_MAX_CHARACTERS } from './fitted-result.ts';
import { withDays } from './tool-text-days.ts';
import { isListOfObjects, itemText, partLines } from './tool-text-item.ts';
import { quotedLines } from './tool-text-lines.ts';
import { WRITTEN, type Json, type JsonObject } from './tool-text-fields.ts';
import {
  inJson,
  isEmpty,
  isInLine,
  isNamed,
  isPlain,
  lineOf,
  oneLine,
  sharedWords,
  type Detail,
} from './tool-text-words.ts';

interface ToolAnswer {
  data: Json;
  /** Values shared by all items of a list. */
  common?: Json;
  nextCursor?: string;
  truncated?: string[];
  replayed?: boolean;
  notes?: Json;
}

/** What a text is of, and how much of it there is to be. */
interface TextOptions {
  /** Whether long texts are whole. */
  whole?: boolean | undefined;
  /** Whether the fields of a list's items were chosen, so that all of them are shown. */
  chosen?: boolean | undefined;
  /** Whether it is the answer to a change, which knows what it named. */
  written?: boolean | undefined;
}

/** Maximum characters of a long text in it. */
const LONG_MAX_CHARACTERS = 1_000;
/** Maximum characters to try, in order, until the whole fits. */
const LONG_STEPS = [28_000, 24_000, 20_000, 16_000, 12_000, 8_000, 4_000, 2_000, 1_000, 500, 250, 100];
/** Characters left for the notes at the end. */
const NOTES_MAX_CHARACTERS = 4_000;

/**
 * Describes a result: one line per list item, or everything that a single item has. Models see this text, and often
 * nothing else. As JSON, it has at most `most` characters.
 */
export function toolText(
  result: ToolAnswer,
  most = RESULT_MAX_CHARACTERS,
  options: TextOptions = {},
): string {
  const answer = inDays(result);
  const long = options.whole || options.chosen ? Infinity : LONG_MAX_CHARACTERS;
  const notes = notesOf(answer, options).join('\n');
  const room = most - Math.min(lengthOf(notes), NOTES_MAX_CHARACTERS) - 100;
  for (const step of [long, ...LONG_STEPS.filter((one) => one < long)]) {
    const lines = linesOf(answer, { ...options, most: step }).join('\n');
    if (lengthOf(lines) <= room || step === LONG_STEPS.at(-1)) {
      const shown =
        lengthOf(lines) <= room ? lines : `${startOf(lines, room)}… [cut here: ${restOf(answer, options)}]`;
      return [shown, startOf(notes, NOTES_MAX_CHARACTERS)].filter((part) => part !== '').join('\n');
    }
  }
  return notes;
}

const lengthOf = (text: string): number => JSON.stringify(text).length;

/** As much of a text as has so many characters in JSON. */
function startOf(text: string, most: number): string {
  let end = Math.min(text.length, most);
  while (lengthOf(text.slice(0, end)) > most) end -= Math.max(1, (lengthOf(text.slice(0, end)) - most) >> 3);
  return text.slice(0, end).toWellFormed();
}

/** An answer whose days are days: the moment that stands for one is another day for who is west of Greenwich. */
function inDays({ data, common, ...answer }: ToolAnswer): ToolAnswer {
  const items = [data].flat() as JsonObject[];
  const shared = common as JsonObject | undefined;
  return {
    ...answer,
    data: Array.isArray(data) ? items.map((item) => withDays(item, shared)) : withDays(items[0]!),
    // What all share is of each of them, so of the first.
    ...(shared === undefined ? {} : { common: withDays(shared, items[0]) }),
  };
}

const REST = 'ask for less at once, with limit or fields';
const WRITTEN_REST = 'all of it is done as listed, and reading shows the rest';
const FULL = 'one result has no room for more';

/** How to get what a text leaves out: only a list of several can be asked for in parts. */
function restOf({ data }: Pick<ToolAnswer, 'data'>, { written }: TextOptions): string {
  if (written) return WRITTEN_REST;
  return Array.isArray(data) && data.length > 1 ? REST : FULL;
}

interface Size extends TextOptions {
  /** Maximum characters of a long text. */
  most: number;
  /** How to get the rest of one. */
  rest?: string;
}

const linesOf = ({ data, common, replayed }: ToolAnswer, size: Size): string[] => [
  ...(replayed ? ['Already done by an earlier call with this key.'] : []),
  ...(Array.isArray(data)
    ? listText(data as JsonObject[], common as JsonObject | undefined, {
        ...size,
        rest: restOf({ data }, {}),
      })
    : itemText(data as JsonObject, size.most, { detail: size.written ? 'written' : 'whole', full: FULL })),
];

function notesOf({ data, common, nextCursor, truncated, notes }: ToolAnswer, options: TextOptions): string[] {
  const { chosen } = options;
  const unseen = Array.isArray(data) && !chosen ? leftOut(data as JsonObject[], common) : [];
  // Of a list only what its lines would have shown.
  const cuts = (truncated ?? []).filter((path) => !unseen.includes(path.split('.')[2] ?? ''));
  return [
    ...[notes ?? []].flat().filter(isPlain).map(String),
    ...(cuts.length > 0
      ? [`Shortened: ${cuts.length === 1 ? cuts[0] : `${cuts.length} values`}; ${restOf({ data }, options)}.`]
      : []),
    ...(unseen.length > 0 ? [`Left out: ${unseen.map(oneLine).join(', ')}. Ask for them with fields.`] : []),
    ...(nextCursor ? [`There are more: nextCursor ${nextCursor}`] : []),
  ];
}

function listText(items: readonly JsonObject[], common: JsonObject | undefined, size: Size): string[] {
  if (items.length === 0) return ['None.'];
  const detail: Detail = size.chosen ? 'chosen' : 'row';
  const { by, ...others } = common ?? {};
  const isCounted = typeof by === 'string';
  const shared = common ? sharedWords(isCounted ? others : common, detail) : '';
  const noun = isCounted ? 'group' : 'item';
  const grouping = isCounted ? ` by ${oneLine(by)}` : '';
  return [
    `${items.length} ${noun}${items.length === 1 ? '' : 's'}${grouping}${shared && `, all with ${shared}`}:`,
    ...items
      .map((item) => withoutNamed(item, common ?? {}))
      .flatMap((item) => ('content' in item ? commentText(item, size) : rowText(item, detail, size))),
  ];
}

/** An item without the ids whose names all items share. */
const withoutNamed = (item: JsonObject, common: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !isNamed(name, common)));

/** An item of a list in a line; of chosen fields also its long texts, and what has fields of its own. */
function rowText(item: JsonObject, detail: Detail, { most, rest }: Size): string[] {
  if (detail === 'row') return [`- ${lineOf(item)}`];
  const { long, nested, line } = Object.groupBy(Object.entries(item), ([name]) =>
    WRITTEN.includes(name) ? 'long' : isInLine(name, item, detail) ? 'line' : 'nested',
  );
  return [
    `- ${lineOf(Object.fromEntries(line ?? []), detail)}`,
    ...(nested ?? []).flatMap(([name, value]) => {
      if (isEmpty(value)) return [];
      return isListOfObjects(value)
        ? partLines(name, value).map(indented)
        : [`  ${name} ${inJson(value, most)}`];
    }),
    ...(long ?? []).flatMap(([name, value]) =>
      typeof value === 'string' && value !== ''
        ? [`  ${name}:`, indented(quotedLines(value, most, rest))]
        : [],
    ),
  ];
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** A comment: who wrote it, its text, and its replies. */
function commentText({ content, replies, ...comment }: JsonObject, size: Size): string[] {
  const below = Array.isArray(replies) ? (replies as JsonObject[]) : [];
  const reader = size.whole ? size.rest : 'list_comments with full: true has all of it';
  return [
    `- ${lineOf(comment, size.chosen ? 'chosen' : 'row')}:`,
    quotedLines(isPlain(content) ? String(content) : '', size.most, reader),
    ...below.flatMap((reply) => commentText(reply, size)).map(indented),
  ];
}

/** The fields of a list's items that the lines do not show, so that a model knows what it has not seen. */
function leftOut(items: readonly JsonObject[], common: Json | undefined): string[] {
  const all = [(common ?? {}) as JsonObject, ...items];
  return [...new Set(all.flatMap(unseenIn))];
}

function unseenIn(item: JsonObject): string[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (isEmpty(value) || isInLine(name, item, 'row') || isNamed(name, item) || name === 'content') return [];
    if (name === 'replies' && Array.isArray(value)) return (value as JsonObject[]).flatMap(unseenIn);
    return [name];
  });
}
