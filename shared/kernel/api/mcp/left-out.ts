import {
  HEAD,
  LISTED_FIELDS,
  NESTED,
  OWN,
  SHOWN_FIELDS,
  WRITTEN,
  type JsonObject,
  type Json,
} from './tool-text-fields.ts';

/** Fields that the text of every item shows, if they have a value that a line can show. */
const IN_LINES = new Set([...HEAD, ...SHOWN_FIELDS, 'origin']);
/** Fields that only the text of a single item shows. */
const OF_ONE = new Set([...OWN, ...WRITTEN, 'forecast', 'history']);
/** What the lines of these say. */
const OF_LINES: Readonly<Record<string, readonly string[]>> = {
  relations: ['type', 'reference', 'title', 'statusCategory'],
  links: ['kind', 'title', 'url', 'state'],
  attachments: ['name', 'contentType', 'size', 'commentId'],
};

/** What became of a part, which its line shows. */
const OF_PART = ['changes', 'now', 'error'];

/** Names that are in the text in place of ids, where the field for the name is not that of the id without `Id`. */
const nameFields: Readonly<Record<string, string>> = { labels: 'labelNames', leadUserId: 'lead' };

/**
 * The fields of a result that its text does not show, so that a client which reads only text knows what it has not seen.
 * An id counts as shown if its name is: tools take either.
 */
export function leftOut(data: Json, common?: Json): string[] {
  const [items, place] = Array.isArray(data)
    ? [[common ?? {}, ...data], 'row' as const]
    : [[data], 'whole' as const];
  return [...new Set((items as JsonObject[]).flatMap((item) => unseenIn(item, place)))];
}

/** Where an item is: a row of a list, the whole result, or a part of it that has a line. */
type Place = 'row' | 'whole' | 'part';

function unseenIn(item: JsonObject, place: Place): string[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (isEmpty(value) || isShown(name, value, item, place)) return [];
    const shown = OF_LINES[name];
    if (shown && place === 'whole') return unsaidIn(name, value as JsonObject[], shown);
    return hasLines(name, value, place) ? value.flatMap((one) => unseenIn(one, 'part')) : [name];
  });
}

/** Fields of parts whose lines say only some, with what they are parts of. */
const unsaidIn = (name: string, parts: readonly JsonObject[], shown: readonly string[]): string[] =>
  parts.flatMap((part) =>
    Object.entries(part).flatMap(([field, value]) =>
      shown.includes(field) || isEmpty(value) ? [] : [`${name}.${field}`],
    ),
  );

/** Stories, replies and the like, each of which has a line. */
function hasLines(name: string, value: Json, place: Place): value is JsonObject[] {
  if (!Array.isArray(value)) return false;
  return name === 'replies' || (place === 'whole' && (name === 'stories' || LISTED_FIELDS.includes(name)));
}

function isShown(name: string, value: Json, item: JsonObject, place: Place): boolean {
  if (IN_LINES.has(name) && [value].flat().every(isPlain)) return true;
  if (NESTED.includes(name) || (place === 'whole' && OF_ONE.has(name))) return true;
  if (place === 'part' && OF_PART.includes(name)) return true;
  if (place !== 'row' && isFigure(value)) return true;
  const named = nameFields[name] ?? (/.Id$/.test(name) ? name.slice(0, -2) : undefined);
  return named !== undefined && IN_LINES.has(named) && !isEmpty(item[named]);
}

/** The amount of an analysis. */
const isFigure = (value: Json): boolean =>
  typeof value === 'object' && value !== null && 'stories' in value && 'estimate' in value;

const isPlain = (value: Json): boolean => value === null || typeof value !== 'object';

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
