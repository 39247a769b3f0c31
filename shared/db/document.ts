import { Json } from '../core/json.ts';
import type { Item } from '../core/database.ts';

/**
 * The attributes of an item with the types that its store wrote them with. Whoever names a type here is the store
 * that writes such items.
 */
export const attributesOf = <T extends object>(item: Item): Item & T => item as Item & T;

/** Text longer than this is an attribute of its own, which no index projects. */
const LONG_TEXT_MIN_BYTES = 1_024;

/** How a resource is kept: JSON text, the members that are null, and a long text kept apart. */
interface StoredDocument {
  doc: string;
  nulls: string;
  /** Present when the long text is an attribute of its own, so that a list knows to fetch it. */
  apart?: true;
  longText?: string;
}

/** Marks the place of the long text among members that are inserted. */
const LONG_TEXT = Symbol('long text');

/** Members to insert before the stored one that the anchor names, or without one at the end. */
interface Insertion {
  anchor: string | undefined;
  members: (string | typeof LONG_TEXT)[];
}

export interface DocumentFormat<T> {
  /** The attributes that hold the resource. */
  write(resource: T): StoredDocument;
  /** The resource's JSON as clients see it, its members in the order of `fields`; made by splicing, without parsing. */
  json(item: Item): Json<T>;
  /** The resource as an object. */
  read(item: Item): T;
}

/**
 * A resource's stored form. `fields` are all its members in a fixed order: append new ones at the end, since
 * the null members are kept as a bit mask over it. A story's many nulls would otherwise be a third of its
 * bytes, paid for on every write, list and index.
 */
export function defineDocument<T extends object>(
  fields: readonly (keyof T & string)[],
  options: { longText?: keyof T & string } = {},
): DocumentFormat<T> {
  const layouts = new Map<string, Insertion[]>();

  /** What stands in no stored text, and before which stored member each belongs. */
  function layoutOf(mask: string, apart: boolean): Insertion[] {
    const id = apart ? `${mask}+` : mask;
    const known = layouts.get(id);
    if (known) return known;
    const bits = Number.parseInt(mask, 36);
    const layout: Insertion[] = [];
    let inserted: Insertion['members'] = [];
    fields.forEach((name, position) => {
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

  function json(item: Item): Json<T> {
    const { doc, nulls, longText } = attributesOf<StoredDocument>(item);
    const long = longText === undefined ? '' : `,"${options.longText}":${JSON.stringify(longText)}`;
    let text = '';
    let from = 0;
    for (const { anchor, members } of layoutOf(nulls, longText !== undefined)) {
      const added = members.map((member) => (member === LONG_TEXT ? long : member)).join('');
      const at = anchor === undefined ? doc.length - 1 : doc.indexOf(anchor, from);
      // A member inside of another can have the name; a text in it cannot look like one, for its quotes are escaped.
      if (at < 0 || (anchor !== undefined && doc.includes(anchor, at + 1))) return inOrder(doc, long);
      text += doc.slice(from, at) + added;
      from = at;
    }
    return new Json(text + doc.slice(from));
  }

  /** As json, by way of the values: for what cannot be spliced. */
  function inOrder(doc: string, long: string): Json<T> {
    const stored = JSON.parse(`${doc.slice(0, -1)}${long}}`) as Partial<T>;
    return new Json(JSON.stringify(Object.fromEntries(fields.map((name) => [name, stored[name] ?? null]))));
  }

  return {
    write(resource) {
      const present: Partial<T> = {};
      let mask = 0;
      fields.forEach((name, position) => {
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
