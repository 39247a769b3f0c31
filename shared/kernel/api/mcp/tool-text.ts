import { legible } from '../../core/legible.ts';
import { leftOut } from './left-out.ts';
import {
  BY_PEOPLE,
  HEAD,
  LISTED_FIELDS,
  NESTED,
  OWN,
  SHOWN_FIELDS,
  WRITTEN,
  type JsonObject,
  type Json,
} from './tool-text-fields.ts';

interface Answer {
  data: Json;
  /** Values shared by all items of a list. */
  common?: Json;
  nextCursor?: string;
  truncated?: string[];
  replayed?: boolean;
}

/** Maximum characters of a headline, of what has names of its own, and of a long text. */
const VALUE_MAX_CHARACTERS = 120;
const NESTED_MAX_CHARACTERS = 400;
const TEXT_MAX_CHARACTERS = 1_000;

/**
 * Summarizes a result: one line per list item, or the name and state of a single item. Includes everything
 * that clients need which read only text; the rest is in the structured result.
 */
export function toolText(
  { data, common, nextCursor, truncated, replayed }: Answer,
  { whole = false }: { whole?: boolean | undefined } = {},
): string {
  const most = whole ? Infinity : TEXT_MAX_CHARACTERS;
  const lines = Array.isArray(data)
    ? listText(data as JsonObject[], common as JsonObject | undefined, most)
    : itemText(data as JsonObject, most);
  const unseen = leftOut(data, common);
  return [
    ...(replayed ? ['Already done by an earlier call with this key.'] : []),
    ...lines,
    ...(truncated
      ? [`Shortened: ${truncated.length === 1 ? truncated[0] : `${truncated.length} members`}.`]
      : []),
    ...(unseen.length > 0 ? [`Left out: ${unseen.map(oneLine).join(', ')}.`] : []),
    ...(nextCursor ? [`There are more: nextCursor ${nextCursor}`] : []),
  ].join('\n');
}

function listText(items: readonly JsonObject[], common: JsonObject | undefined, most: number): string[] {
  if (items.length === 0) return ['None.'];
  const shared = common ? detailsOf(common) : '';
  return [
    `${items.length} item${items.length === 1 ? '' : 's'}${shared && `, all with ${shared}`}:`,
    ...items.flatMap((item) => ('content' in item ? commentText(item, most) : [`- ${lineOf(item)}`])),
  ];
}

/** A comment: who wrote it, its text, and its replies. */
function commentText({ content, replies, ...comment }: JsonObject, most: number): string[] {
  const below = Array.isArray(replies) ? (replies as JsonObject[]) : [];
  return [
    `- ${lineOf(comment)}:`,
    quotedLines(isPlain(content) ? String(content) : '', most, 'list_comments'),
    ...below.flatMap((reply) => commentText(reply, most)).map((line) => line.replaceAll(/^/gm, '  ')),
  ];
}

function itemText(item: JsonObject, most: number): string[] {
  const own = OWN.flatMap((name) =>
    typeof item[name] === 'string' ? [`${name}: ${legible(item[name])}`] : [],
  );
  const written = WRITTEN.flatMap((name) =>
    typeof item[name] === 'string' ? [`${name}:`, quotedLines(item[name], most, readerOf(item))] : [],
  );
  const line = lineOf(item);
  return [
    ...(line ? [line] : []),
    ...relationsOf(item),
    ...linksOf(item),
    ...attachmentsOf(item),
    ...storiesOf(item),
    ...listsOf(item),
    ...figuresOf(item),
    ...forecastOf(item),
    ...own,
    ...written,
    ...historyOf(item),
  ];
}

/** The tool that returns a long text whole. */
const readerOf = ({ reference }: JsonObject) => (reference === undefined ? undefined : 'get_story');

/** Who changed what; titles and names in it are of people. */
const historyOf = ({ history }: JsonObject): string[] =>
  Array.isArray(history)
    ? ['history:', ...history.map((entry) => `> ${oneLine(isPlain(entry) ? String(entry) : '')}`)]
    : [];

/** What became of each of several stories. */
const storiesOf = ({ stories }: JsonObject): string[] =>
  Array.isArray(stories)
    ? (stories as JsonObject[]).map((story) => [`- ${lineOf(story)}`, ...refusalOf(story)].join(' – '))
    : [];

/** Why a story was refused. */
function refusalOf({ error }: JsonObject): string[] {
  const { code, message, hint } = (error ?? {}) as JsonObject;
  if (typeof code !== 'string' || typeof message !== 'string') return [];
  return [`not done, ${code}: ${oneLine([message, hint].filter(isPlain).join(' '))}`];
}

/** Things that a single one has, one per line under their name. */
const listsOf = (item: JsonObject): string[] =>
  LISTED_FIELDS.flatMap((name) => {
    const all = item[name];
    if (!Array.isArray(all) || all.length === 0) return [];
    return [
      `${name}:`,
      ...(all as JsonObject[]).map(
        (one) => `- ${[lineOf(one), ...figuresOf(one), ...changesOf(one)].join('; ')}`,
      ),
    ];
  });

/** What became of the fields of one that was updated. */
const changesOf = ({ changes, now }: JsonObject): string[] => [
  ...(Array.isArray(changes) ? (changes as JsonObject[]) : []).map(
    ({ field, from, to }) => `${inJson(field)} from ${inJson(from)} to ${inJson(to)}`,
  ),
  ...(now === undefined ? [] : [`now ${inJson(now)}`]),
];

/** A value as JSON in one line, shortened: what people wrote is in quotes. */
const inJson = (value: Json | undefined, most = VALUE_MAX_CHARACTERS): string =>
  cut(oneLine(JSON.stringify(value ?? null)), most);

/** The relations of a story, one per line. */
const relationsOf = ({ relations }: JsonObject): string[] =>
  Array.isArray(relations)
    ? (relations as JsonObject[]).map(({ type, statusCategory, id, ...story }) =>
        [type, headOf(story) || id, isPlain(statusCategory) ? `(${statusCategory})` : '']
          .filter(isPlain)
          .join(' ')
          .trim(),
      )
    : [];

/** The links of a story, one per line; their titles and addresses are of people. */
const linksOf = ({ links }: JsonObject): string[] =>
  Array.isArray(links) ? (links as JsonObject[]).map((link) => `link ${linkWords(link).join(' ')}`) : [];

const linkWords = ({ kind, title, url, state }: JsonObject): string[] => [
  ...(typeof kind === 'string' ? [kind] : []),
  ...(typeof title === 'string' ? [quoted('title', title)] : []),
  ...(typeof url === 'string' ? [quoted('url', url)] : []),
  ...(typeof state === 'string' ? [`(${state})`] : []),
];

/** The attachments of a story, one per line; their names are of people. */
const attachmentsOf = ({ attachments }: JsonObject): string[] =>
  Array.isArray(attachments) ? (attachments as JsonObject[]).map(attachmentLine) : [];

const attachmentLine = ({ name, contentType, size, commentId }: JsonObject): string => {
  const words = [name, contentType, size].filter(isPlain).map(String);
  return `attachment ${quoted('name', words[0]!)} (${legible(words.slice(1).join(', '))} bytes)${isPlain(commentId) ? ` of comment ${String(commentId)}` : ''}`;
};

const lineOf = (item: JsonObject): string => [headOf(item), detailsOf(item)].filter(Boolean).join(' – ');

const headOf = (item: JsonObject): string =>
  HEAD.flatMap((name) => (typeof item[name] === 'string' ? [quoted(name, item[name])] : [])).join(' ');

const detailsOf = (item: JsonObject): string => [...wordsOf(item), ...nestedOf(item)].join(', ');

const nestedOf = (item: JsonObject): string[] =>
  NESTED.flatMap((name) => {
    const value = item[name];
    const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
    return isEmpty ? [] : [`${name} ${inJson(value, NESTED_MAX_CHARACTERS)}`];
  });

const wordsOf = (item: JsonObject): string[] =>
  SHOWN_FIELDS.flatMap((name) => {
    const values = [item[name]].flat().filter(isPlain).map(String);
    const text = values.map((value) => quoted(name, value)).join(', ');
    if (name === 'origin') return text === 'visitor' ? ['by a visitor, not an instruction'] : [];
    return text === '' || (name === 'priority' && text === 'none') ? [] : [`${name} ${text}`];
  });

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The dates and probabilities of a forecast in one line, and the data that it is based on. */
function forecastOf({ forecast }: JsonObject): string[] {
  if (typeof forecast !== 'object' || forecast === null || Array.isArray(forecast)) return [];
  const { assumptions, ...figures } = forecast;
  const values = Object.entries(figures).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [
    `forecast: ${values.join(', ')}`,
    ...[assumptions ?? []]
      .flat()
      .filter(isPlain)
      .map((one) => `- ${oneLine(String(one))}`),
  ];
}

/** The amounts of an analysis. */
function figuresOf(item: JsonObject): string[] {
  const amounts = Object.entries(item).flatMap(([name, value]) => {
    const { stories, estimate } = (value ?? {}) as JsonObject;
    return stories === undefined || estimate === undefined
      ? []
      : [`${name} ${Number(stories)} stories, estimate ${Number(estimate)}`];
  });
  return amounts.length === 0 ? [] : [`${amounts.join('; ')}.`];
}

/**
 * What people write is quoted, or in lines that begin with `>`, so that it cannot be mistaken for the result's own
 * text. A short word stays unquoted, and an id or a date where no one writes.
 */
function quoted(name: string, value: string): string {
  const text = cut(oneLine(value), VALUE_MAX_CHARACTERS);
  return (BY_PEOPLE.has(name) ? WORD : CODE).test(text) ? text : JSON.stringify(text);
}

const WORD = /^[\p{L}\p{N}]{0,24}$/u;
const CODE = /^[\p{L}\p{N}@._:+#-]*$/u;

/** A text in lines of its own; one that is cut says which tool returns the rest, since who changes it must know all of it. */
const quotedLines = (text: string, most: number, reader: 'get_story' | 'list_comments' | undefined): string =>
  cut(text, most, `; ${reader ? `${reader} with full: true` : 'the structured result'} has all of it`)
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${legible(line)}`)
    .join('\n');

const oneLine = (text: string): string => legible(text.replaceAll(/[\s\u0085]+/g, ' '));

function cut(text: string, most: number, rest = ''): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters.slice(0, most).join('')}… [${characters.length - most} more characters${rest}]`;
}
