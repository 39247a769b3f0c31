import { Json } from '../lib/json.ts';
import type { Item } from './table.ts';

/** Text longer than this is an attribute of its own, which no index projects. */
const APART_BYTES = 1_024;

/** How a resource is kept: JSON text, the members that are null, and a long text kept apart. */
interface StoredDocument {
  doc: string;
  nulls: string;
  /** Present when the long text is an attribute of its own, so that a list knows to fetch it. */
  apart?: true;
  longText?: string;
}

export interface DocumentFormat<T> {
  /** The attributes that hold the resource. */
  write(resource: T): StoredDocument;
  /** The resource's JSON as clients see it, made by splicing, without parsing. */
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
  const suffixes = new Map<string, string>();

  function nullMembers(mask: string): string {
    let suffix = suffixes.get(mask);
    if (suffix === undefined) {
      const bits = Number.parseInt(mask, 36);
      const names = fields.filter((_, position) => Math.floor(bits / 2 ** position) % 2 === 1);
      suffix = names.map((name) => `,"${name}":null`).join('');
      suffixes.set(mask, suffix);
    }
    return suffix;
  }

  function json(item: Item): Json<T> {
    const { doc, nulls, longText } = item as Item & StoredDocument;
    const apart = longText === undefined ? '' : `,"${options.longText}":${JSON.stringify(longText)}`;
    return new Json(`${doc.slice(0, -1)}${apart}${nullMembers(nulls)}}`);
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
      if (typeof long !== 'string' || Buffer.byteLength(long) <= APART_BYTES) {
        return { doc: JSON.stringify(present), nulls };
      }
      delete present[options.longText!];
      return { doc: JSON.stringify(present), nulls, apart: true, longText: long };
    },
    json,
    read: (item) => json(item).parse(),
  };
}
