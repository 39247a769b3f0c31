import { legible } from '../../core/legible.ts';
import { quotedLines } from './tool-text-lines.ts';
import { OWN, WRITTEN, type Json, type JsonObject } from './tool-text-fields.ts';
import {
  headOf,
  inJson,
  isEmpty,
  isInLine,
  isNamed,
  isObject,
  isOfLine,
  isPlain,
  lineOf,
  oneLine,
  quoted,
  type Detail,
} from './tool-text-words.ts';

/** Parts of a single item that have words of their own; everything else is shown by name. */
const parts: Readonly<Record<string, (value: Json) => string[]>> = {
  relations: (value) => objectsOf(value).map(relationLine),
  links: (value) => objectsOf(value).map((link) => `link ${linkWords(link).join(' ')}`),
  attachments: (value) => objectsOf(value).map(attachmentLine),
  stories: (value) => objectsOf(value).map((story) => `- ${savedLine(story)}`),
  groups: (value) => groupLines(objectsOf(value)),
  forecast: (value) => (isObject(value) ? forecastLines(value) : []),
  history: (value) => historyLines([value].flat()),
};

/** Everything that a single item has: what identifies it in a line, then its parts, its figures and its texts. */
export function itemText(
  item: JsonObject,
  most: number,
  { detail, full }: { detail: Detail; full: string },
): string[] {
  const isOwnPart = ([name, value]: [string, Json]) =>
    !isEmpty(value) &&
    !(isNamed(name, item) && isOfLine(value)) &&
    (name in parts || OWN.includes(name) || WRITTEN.includes(name) || !isInLine(name, item, detail));
  const members = Object.entries(item).filter(isOwnPart);
  const figures = members.flatMap(([name, value]) => figureOf(name, value));
  const inOne = new Set(members.map(([name]) => name));
  const line = lineOf(Object.fromEntries(Object.entries(item).filter(([name]) => !inOne.has(name))), detail);
  return [
    ...(line ? [line] : []),
    ...(figures.length > 0 ? [`${figures.join('; ')}.`] : []),
    ...members.flatMap(([name, value]) => partLines(name, value)),
    ...OWN.flatMap((name) => (isPlain(item[name]) ? ownLines(name, String(item[name])) : [])),
    ...WRITTEN.flatMap((name) =>
      typeof item[name] === 'string' && item[name] !== ''
        ? [`${name}:`, quotedLines(item[name], most, restOf(item, most, item[name]) ?? full)]
        : [],
    ),
    ...(isEmpty(item['history']) ? [] : parts['history']!(item['history']!)),
  ];
}

const objectsOf = (value: Json): JsonObject[] => [value].flat().filter(isObject);

/** What the tool itself says, in lines of its own. */
const ownLines = (name: string, text: string): string[] => [`${name}: ${legible(text)}`];

/** How to get the rest of a long text, if another call shows it. */
const restOf = (item: JsonObject, most: number, text: string): string | undefined => {
  const { reference, keyResultCount } = item;
  const how = isWithinOne(text) ? 'has all of it' : 'has as much as one result can';
  if (reference !== undefined && most <= LONG_TEXT) return `get_story with full: true ${how}`;
  return keyResultCount === undefined ? undefined : `list_objectives with fields: ["description"] ${how}`;
};

/** Whether a whole text, in quoted lines, fits a result with the rest of its item. */
const isWithinOne = (text: string): boolean =>
  JSON.stringify(quotedLines(text, Infinity, '')).length <= 40_000;

/** What a long text is cut to unless a call asks for all of it. */
const LONG_TEXT = 1_000;

/** A part of an item in lines of its own, as many as there is to say. */
export function partLines(name: string, value: Json): string[] {
  if (OWN.includes(name) || WRITTEN.includes(name) || name === 'history' || isFigure(value)) return [];
  const own = parts[name]?.(value);
  if (own) return own;
  if (Array.isArray(value)) {
    const { rows, which } = rowsOf(value);
    const heading = `${oneLine(name)}${rows.length < value.length ? ` (${which})` : ''}:`;
    return rows.length === 0 ? [`${heading} none.`] : [heading, ...rows.map((one) => `- ${entryLine(one)}`)];
  }
  if (!isObject(value)) return [`${oneLine(name)}: ${inJson(value)}`];
  // What it has several of is in lines of its own.
  const [several, others] = partition(Object.entries(value), ([, part]) => isListOfObjects(part));
  const members = membersLine(Object.fromEntries(others));
  return [
    ...(members === '' ? [] : [`${oneLine(name)}: ${members}`]),
    ...several.flatMap(([member, part]) => partLines(`${name} ${member}`, part)),
  ];
}

export const isListOfObjects = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The entries that say something: days on which something changed, and weeks in which something was done. */
function rowsOf(entries: readonly Json[]): { rows: readonly Json[]; which: string } {
  const [first] = entries;
  if (isObject(first) && 'day' in first)
    return { rows: onChange(objectsOf([...entries])), which: 'days on which it changed' };
  if (isObject(first) && 'weekStartDate' in first)
    return {
      rows: objectsOf([...entries]).filter((one) => Object.keys(one).length > 1),
      which: 'weeks that had some',
    };
  return { rows: entries, which: '' };
}

/** Days without those on which nothing differs from the day before. */
const onChange = (days: readonly JsonObject[]): JsonObject[] =>
  days.filter((one, at) => at === 0 || stateOf(one) !== stateOf(days[at - 1]!));

const stateOf = ({ day: _, ideal: __, ...state }: JsonObject): string => JSON.stringify(state);

/** Something that an item has several of. */
function entryLine(entry: Json): string {
  if (!isObject(entry)) return isPlain(entry) ? quoted('', String(entry)) : inJson(entry);
  const { changes, now, nowName, error: _, ...one } = entry;
  const others = Object.entries(one).filter(
    ([name, value]) => !(isInLine(name, one, 'row') || isEmpty(value) || isNamed(name, one)),
  );
  const rest = others.flatMap(([name, value]) => memberWords(name, value));
  const words = [lineOf(one), rest.join('; '), ...changesOf(changes, nowName ?? now), ...refusalOf(entry)];
  return words.filter((word) => word !== '').join('; ');
}

/** The members of something that is part of an item. */
const membersLine = (value: JsonObject): string =>
  Object.entries(value)
    .flatMap(([name, member]) => (isEmpty(member) || isNamed(name, value) ? [] : memberWords(name, member)))
    .join(', ');

/** What became of one of several stories: what it is now, what it was, and its relations. */
function savedLine({ was, relations, error, ...story }: JsonObject): string {
  const parts = [
    lineOf(story),
    ...(isObject(was) ? [`was ${membersLine(was)}`] : []),
    ...objectsOf(relations ?? []).map(relationLine),
    ...refusalOf({ error: error ?? null }),
  ];
  return parts.join(' – ');
}

function memberWords(name: string, value: Json): string[] {
  if (isFigure(value)) return figureOf(name, value);
  const values = [value].flat();
  if (values.every(isPlain))
    return [
      `${oneLine(name)} ${values.map((one) => (typeof one === 'string' ? sentenceOf(name, one) : String(one))).join(', ')}`,
    ];
  return [`${oneLine(name)} ${inJson(value, Infinity)}`];
}

/** A value of a part: a sentence of the service's own, or what someone wrote, is quoted whole. */
const sentenceOf = (name: string, text: string): string => {
  const short = quoted(name, text);
  return /more characters\]"?$/.test(short) ? JSON.stringify(oneLine(text)) : short;
};

/** The amount of an analysis. */
const isFigure = (value: Json | undefined): value is JsonObject =>
  isObject(value) && isPlain(value['stories']) && isPlain(value['estimate']);

const figureOf = (name: string, value: Json): string[] =>
  isFigure(value)
    ? [`${oneLine(name)} ${Number(value['stories'])} stories, estimate ${Number(value['estimate'])}`]
    : [];

/** The groups of an analysis, each kind under its heading. */
function groupLines(groups: readonly JsonObject[]): string[] {
  const kinds = Map.groupBy(groups, ({ by }) => (isPlain(by) ? String(by) : ''));
  return [...kinds].flatMap(([by, of]) => [
    `groups by ${oneLine(by)}:`,
    ...of.map(({ by: _, ...group }) => `- ${groupLine(by, group)}`),
  ]);
}

function groupLine(by: string, { name, id, ...figures }: JsonObject): string {
  const called = isPlain(name)
    ? quoted('name', String(name))
    : id === undefined
      ? `without ${oneLine(by)}`
      : `${oneLine(by)} that you cannot see`;
  const words = Object.entries(figures).flatMap(([member, value]) =>
    isObject(value) && !isFigure(value)
      ? [`${oneLine(member)} ${membersLine(value)}`]
      : memberWords(member, value),
  );
  return [`${called}: ${words.join('; ')}`, ...(isPlain(id) ? [`id ${String(id)}`] : [])].join('; ');
}

/** Why a story was refused. */
function refusalOf({ error }: JsonObject): string[] {
  const { code, message, hint } = (error ?? {}) as JsonObject;
  if (typeof code !== 'string' || typeof message !== 'string') return [];
  return [`not done, ${code}: ${oneLine([message, hint].filter(isPlain).join(' '))}`];
}

/** What became of the fields of one that was updated. */
const changesOf = (changes: Json | undefined, now: Json | undefined): string[] => [
  ...objectsOf(changes ?? []).map(
    ({ field, from, to, fromName = from, toName = to }) =>
      `${inJson(field)} from ${inJson(fromName)} to ${inJson(toName)}`,
  ),
  ...(now === undefined ? [] : [`now ${inJson(now)}`]),
];

/** A relation of a story, or why it was not added; of one that the reader cannot see, its id. */
function relationLine({ type, statusCategory, story = null, ...related }: JsonObject): string {
  const head = isPlain(story) ? quoted('story', String(story)) : headOf(related);
  const id = isPlain(related['id']) ? String(related['id']) : '';
  const state = isPlain(statusCategory) ? [`(${statusCategory})`] : [];
  const words = [type, head || id, ...state].filter(isPlain).join(' ').trim();
  return [head && id ? `${words}, id ${id}` : words, ...refusalOf(related)].join(' – ');
}

const linkWords = ({ kind, title, url, state, id }: JsonObject): string[] => [
  ...(typeof kind === 'string' ? [kind] : []),
  ...(typeof title === 'string' ? [quoted('title', title)] : []),
  ...(typeof url === 'string' ? [quoted('title', url)] : []),
  ...(typeof state === 'string' ? [`(${state})`] : []),
  ...(typeof id === 'string' ? [`id ${id}`] : []),
];

/** A file of a story in a line; its name is of people. */
const attachmentLine = ({ name, contentType, size, commentId, id }: JsonObject): string => {
  const words = [name, contentType, size].filter(isPlain).map(String);
  return [
    `attachment ${quoted('name', words[0]!)} (${legible(words.slice(1).join(', '))} bytes)`,
    ...(isPlain(commentId) ? [`of comment ${String(commentId)}`] : []),
    ...(isPlain(id) ? [`id ${String(id)}`] : []),
  ].join(' ');
};

/** Who changed what; titles and names in it are of people. */
const historyLines = (entries: readonly Json[]): string[] => [
  'history:',
  ...entries.map((entry) => `> ${oneLine(isPlain(entry) ? String(entry) : '')}`),
];

/** The dates and probabilities of a forecast in one line, and the data that it is based on. */
const forecastLines = ({ assumptions, ...figures }: JsonObject): string[] => [
  `forecast: ${Object.entries(figures)
    .filter(([name]) => !isNamed(name, figures))
    .map(([name, value]) => `${oneLine(name)} ${inJson(value, Infinity)}`)
    .join(', ')}`,
  ...[assumptions ?? []]
    .flat()
    .filter(isPlain)
    .map((one) => `- ${oneLine(String(one))}`),
];
