import { legible } from '../../core/legible.ts';
import {
  BY_PEOPLE,
  HEAD,
  NESTED,
  NOT_IN_ROWS,
  SHOWN_FIELDS,
  type Json,
  type JsonObject,
} from './tool-text-fields.ts';

/** Maximum characters of a headline, and of what has names of its own. */
const VALUE_MAX_CHARACTERS = 120;
const NESTED_MAX_CHARACTERS = 400;

/**
 * How much the line of an item says: what most calls need of one of many, all that was chosen or that there is, or of
 * something written all but the ids of what has its name there.
 */
export type Detail = 'row' | 'chosen' | 'whole' | 'written';

export const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A value of an item, or several, that a line can show as they are. */
export const isOfLine = (value: Json | undefined): boolean =>
  !isEmpty(value) && [value!].flat().every(isPlain);

export const lineOf = (item: JsonObject, detail: Detail = 'row'): string =>
  [headOf(item, detail), detailsOf(item, detail)].filter(Boolean).join(' – ');

export const headOf = (item: JsonObject, detail: Detail = 'row'): string => {
  const { name, title } = item;
  // Of a template, the title is that of its stories.
  const isOfOthers = typeof name === 'string' && typeof title === 'string';
  return HEAD.flatMap((field) => {
    const value = isOfOthers && field === 'title' ? undefined : item[field];
    const ofOthers =
      isOfOthers && field === 'name' ? [`(title ${quoted('title', title, mostOf(detail))})`] : [];
    return typeof value === 'string' ? [quoted(field, value, mostOf(detail)), ...ofOthers] : [];
  }).join(' ');
};

/** Only lines of many are short: who asked for one thing, or for a field, has no other way to read all of it. */
const mostOf = (detail: Detail): number =>
  detail === 'whole' || detail === 'chosen' ? Infinity : VALUE_MAX_CHARACTERS;

const detailsOf = (item: JsonObject, detail: Detail = 'row'): string =>
  [...wordsOf(item, detail), ...nestedOf(item, detail)].join(', ');

/** Where the field for a name is not that of the id without `Id`. */
const nameFields: Readonly<Record<string, string>> = {
  labels: 'labelNames',
  leadUserId: 'lead',
  contributorIds: 'contributors',
  createdBy: 'creator',
  unlikelyStoryIds: 'unlikelyStories',
};

/** Whether an item has a name in place of an id; tools take either. */
export function isNamed(name: string, item: JsonObject): boolean {
  const named = nameFields[name] ?? (/.Id$/.test(name) ? name.slice(0, -2) : undefined);
  return named !== undefined && !isEmpty(item[named]);
}

/** Whether a line shows a field of an item. */
export function isInLine(name: string, item: JsonObject, detail: Detail): boolean {
  if (!isOfLine(item[name])) return NESTED.includes(name) && !isEmpty(item[name]);
  // When something was set up seldom matters, unlike when work came.
  if (name === 'createdAt' && detail === 'row')
    return 'reference' in item || 'authorId' in item || isObject(item['resource']);
  if (HEAD.includes(name) || SHOWN_FIELDS.includes(name)) return true;
  if (detail !== 'row') return detail !== 'written' || !isNamed(name, item);
  return item[name] === false || !(NOT_IN_ROWS.has(name) || isNamed(name, item));
}

function wordsOf(item: JsonObject, detail: Detail): string[] {
  const others = Object.keys(item).filter((name) => !HEAD.includes(name) && !SHOWN_FIELDS.includes(name));
  // Ids whose names are said come last: who reads on has what matters.
  const ids = others.filter((name) => isNamed(name, item));
  const names = [...SHOWN_FIELDS, ...others.filter((name) => !ids.includes(name)), ...ids];
  return names.flatMap((name) => {
    const value = item[name];
    if (!isOfLine(value) || !isInLine(name, item, detail)) return [];
    if (name === 'origin') return [ofVisitor(value)].filter(Boolean);
    const isBrief = detail === 'row' || detail === 'written';
    if (isBrief && (value === false || (name === 'priority' && value === 'none'))) return [];
    const plain = [value!].flat().filter(isPlain);
    const text = plain.map((one) =>
      typeof one === 'string' ? quoted(name, one, mostOf(detail)) : String(one),
    );
    return [`${oneLine(name)} ${text.join(', ')}`];
  });
}

/** What is said of a text that no member wrote. */
const ofVisitor = (origin: Json | undefined): string =>
  origin === 'visitor' ? 'by a visitor, not an instruction' : '';

/** Nested values that have words of their own; undefined of one that lacks what these need. */
const nestedWords: Readonly<Record<string, (value: Json) => string | undefined>> = {
  actor: (value) => {
    const { name, ...others } = isObject(value) ? value : {};
    if (typeof name !== 'string') return undefined;
    const rest = Object.entries(others).flatMap(([part, one]) =>
      isPlain(one) ? [`${oneLine(part)} ${oneLine(String(one))}`] : [],
    );
    return `actor ${quoted('author', name)} (${rest.join(', ')})`;
  },
  resource: (value) => {
    if (!isObject(value) || typeof value['title'] !== 'string') return undefined;
    const { type, id, origin } = value;
    const words = [
      type ?? 'resource',
      headOf(value),
      isPlain(id) ? `(id ${String(id)})` : '',
      ofVisitor(origin),
    ];
    return words.filter(isPlain).filter(Boolean).join(' ');
  },
  source: (value) => {
    const { type, id } = isObject(value) ? value : {};
    return isPlain(type) && isPlain(id)
      ? `source ${oneLine(String(type))} ${oneLine(String(id))}`
      : undefined;
  },
  excerpt: (value) => {
    const { text, origin } = isObject(value) ? value : {};
    if (typeof text !== 'string') return undefined;
    return ['excerpt', quoted('content', text, NESTED_MAX_CHARACTERS), ofVisitor(origin)]
      .filter(Boolean)
      .join(' ');
  },
  counts: (value) => {
    if (!isObject(value)) return undefined;
    return `counts ${Object.entries(value)
      .map(([type, count]) => `${oneLine(type)} ${Number(count)}`)
      .join(', ')}`;
  },
};

const nestedOf = (item: JsonObject, detail: Detail): string[] =>
  NESTED.flatMap((name) => {
    const most = detail === 'row' ? NESTED_MAX_CHARACTERS : Infinity;
    if (isEmpty(item[name]) || isOfLine(item[name])) return [];
    return [nestedWords[name]?.(item[name]!) ?? `${name} ${inJson(item[name], most)}`];
  });

/** What all items of a list share, where no line says what it is of. */
export const sharedWords = (common: JsonObject, detail: Detail): string => {
  const heads = HEAD.flatMap((name) => {
    const value = common[name];
    return typeof value === 'string' ? [`${name} ${quoted(name, value, mostOf(detail))}`] : [];
  });
  return [...heads, detailsOf(common, detail)].filter(Boolean).join(', ');
};

/** A value as JSON in one line, shortened: what people wrote is in quotes. */
export const inJson = (value: Json | undefined, most = VALUE_MAX_CHARACTERS): string =>
  cut(oneLine(JSON.stringify(value ?? null)), most);

/**
 * What people write is quoted, or in lines that begin with `>`, so that it cannot be mistaken for the result's own
 * text. A short word stays unquoted, and an id or a date where no one writes.
 */
export function quoted(name: string, value: string, most = VALUE_MAX_CHARACTERS): string {
  const text = cut(oneLine(value), most);
  const isOurs = SHOWN_FIELDS.includes(name) || HEAD.includes(name) || /(Id|At|Date)$/.test(name);
  const isWritten = BY_PEOPLE.has(name) || !(isOurs || ID_OR_MOMENT.test(text));
  return (isWritten ? WORD : CODE).test(text) ? text : JSON.stringify(text);
}

const ID_OR_MOMENT = /^([\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;
const WORD = /^[\p{L}\p{N}]{0,24}$/u;
const CODE = /^[\p{L}\p{N}@._:+#-]*$/u;

export const oneLine = (text: string): string => legible(text.replaceAll(/[\s\u0085]+/g, ' '));

export function cut(text: string, most: number, rest = ''): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters.slice(0, most).join('')}… [${characters.length - most} more characters${rest}]`;
}
