import { Json } from '../core/json.ts';
import type { Item } from '../core/database.ts';
import { once } from '../core/schema.ts';

/** Returns an item's attributes with the types that its store writes. Only that store should call it. */
export const attributesOf = <T extends object>(item: Item): Item & T => item as Item & T;

/** Longer text is stored in a separate attribute that no index projects. */
const LONG_TEXT_MIN_BYTES = 1_024;

/** The stored form of a resource: JSON text, the null fields, and a separate long text. */
interface StoredDocument {
  doc: string;
  nulls: string;
  /** Set if the long text is a separate attribute, so that lists know to fetch it. */
  apart?: true;
  longText?: string;
}

/** Placeholder of the long text among inserted fields. */
const LONG_TEXT = Symbol('long text');

/** Fields to insert before the stored field named by the anchor, or at the end without one. */
interface Insertion {
  anchor: string | undefined;
  members: (string | typeof LONG_TEXT)[];
}

interface DocumentOptions<T> {
  /** The field whose text is kept apart when it is long. */
  longText?: keyof T & string;
  /** By field, the values that documents of an earlier version hold, with what each of them is now. */
  formerValues?: { readonly [K in keyof T & string]?: Readonly<Record<string, T[K] & string>> };
  /**
   * Fields that were added after documents had been stored, with what those have. The last of `fieldsOf` must be one of them,
   * and never null, since its absence shows that a document is older.
   */
  added?: Readonly<Partial<T>>;
}

interface DocumentFormat<T> {
  /** The attributes that store the resource. */
  write(resource: T): StoredDocument;
  /**
   * The resource's JSON as clients see it, with fields in the order of `fieldsOf`; assembled without parsing.
   */
  json(item: Item): Json<T>;
  /** The resource as an object. */
  read(item: Item): T;
}

/**
 * Defines a resource's stored form. `fieldsOf` returns all its fields in a fixed order, when they are first needed: append new ones at the end,
 * because null fields are stored as a bit mask over it. A story's many nulls would otherwise be a third of
 * its bytes, which every write, list and index would pay for. A field whose values change names the earlier ones, which are
 * upgraded when they are read.
 */
export function defineDocument<T extends object>(
  fieldsOf: () => readonly (keyof T & string)[],
  options: DocumentOptions<T> = {},
): DocumentFormat<T> {
  const fields = once(fieldsOf);
  const layouts = new Map<string, Insertion[]>();

  /** The fields missing from the stored text, and the stored field that each precedes. */
  function layoutOf(mask: string, apart: boolean): Insertion[] {
    const id = apart ? `${mask}+` : mask;
    const known = layouts.get(id);
    if (known) return known;
    const bits = Number.parseInt(mask, 36);
    const layout: Insertion[] = [];
    let inserted: Insertion['members'] = [];
    fields().forEach((name, position) => {
      if (Math.floor(bits / 2 ** position) % 2 === 1) inserted.push(`,"${name}":null`);
      else if (apart && name === options.longText) inserted.push(LONG_TEXT);
      else if (inserted.length > 0) {
        layout.push({ anchor: `,"${name}":`, members: inserted });
        inserted = [];
      }
    });
    if (inserted.length > 0) layout.push({ anchor: undefined, members: inserted });
    layouts.set(id, layout);
    return layout;
  }

  const formerValues = Object.entries(options.formerValues ?? {}) as [string, Record<string, string>][];

  /** A stored text with the values of an earlier version replaced by those of today; a write stores them. */
  function upgrade(doc: string): string {
    return formerValues.reduce((text, [field, values]) => {
      // No text inside the document can look like this, since its quotes are escaped.
      const marker = `,"${field}":"`;
      const from = text.indexOf(marker) + marker.length;
      if (from < marker.length) return text;
      const to = text.indexOf('"', from);
      const value = values[text.slice(from, to)];
      return value === undefined ? text : text.slice(0, from) + value + text.slice(to);
    }, doc);
  }

  function json(item: Item): Json<T> {
    const { doc: stored, nulls, longText } = attributesOf<StoredDocument>(item);
    const doc = upgrade(stored);
    const isOlder = options.added !== undefined && !doc.includes(`,"${fields().at(-1)!}":`);
    const long = longText === undefined ? '' : `,"${options.longText}":${JSON.stringify(longText)}`;
    if (isOlder) return inOrder(doc, long);
    let text = '';
    let from = 0;
    for (const { anchor, members } of layoutOf(nulls, longText !== undefined)) {
      const added = members.map((member) => (member === LONG_TEXT ? long : member)).join('');
      const at = anchor === undefined ? doc.length - 1 : doc.indexOf(anchor, from);
      // A nested field can have the same name; text inside it cannot be mistaken for one, because its quotes
      // are escaped.
      if (at < 0 || (anchor !== undefined && doc.includes(anchor, at + 1))) return inOrder(doc, long);
      text += doc.slice(from, at) + added;
      from = at;
    }
    return new Json(text + doc.slice(from));
  }

  /** Like json, but through parsed values, for documents that cannot be assembled or lack fields. */
  function inOrder(doc: string, long: string): Json<T> {
    const stored = JSON.parse(`${doc.slice(0, -1)}${long}}`) as Partial<T>;
    return new Json(
      JSON.stringify(
        Object.fromEntries(fields().map((name) => [name, stored[name] ?? options.added?.[name] ?? null])),
      ),
    );
  }

  return {
    write(resource) {
      const present: Partial<T> = {};
      let mask = 0;
      fields().forEach((name, position) => {
        const value = resource[name];
        if (value === null || value === undefined) mask += 2 ** position;
        else present[name] = value;
      });
      const nulls = mask.toString(36);
      const long = options.longText && present[options.longText];
      if (typeof long !== 'string' || Buffer.byteLength(long) <= LONG_TEXT_MIN_BYTES) {
        return { doc: JSON.stringify(present), nulls };
      }
      delete present[options.longText!];
      return { doc: JSON.stringify(present), nulls, apart: true, longText: long };
    },
    json,
    read: (item) => json(item).parse(),
  };
}
