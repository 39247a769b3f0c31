import type * as z from 'zod';
import type { Item } from '../core/database.ts';
import { memoize } from '../core/schema.ts';

/** Returns an item's attributes with the types that its store writes. Only that store should call it. */
export const attributesOf = <T extends object>(item: Item): Item & T => item as Item & T;

/** Longer text is stored in a separate attribute that no index projects. */
const LONG_TEXT_MIN_BYTES = 1_024;

/** The stored form of a resource: its JSON without nulls, and its long text. */
interface StoredDocument {
  doc: string;
  /** Set if the long text is a separate attribute, so that lists know to fetch it. */
  split?: true;
  longText?: string;
}

interface DocumentOptions<T> {
  /** The field whose text is stored separately when it is long. */
  longText?: keyof T & string;
  /** Default values for documents that were stored before a field existed; null for fields that are not named. */
  added?: Partial<T>;
  /** Per field, the values in documents of an earlier version, with their replacements. */
  formerValues?: { readonly [K in keyof T & string]?: Readonly<Record<string, T[K] & string>> };
  /** Fields that earlier releases had: others that the schema lacks are a newer release's, and kept. */
  removed?: readonly string[];
}

/** How a resource is stored. */
export interface DocumentFormat<T> {
  schema: () => z.ZodObject;
  /** The attributes that store the resource. */
  write(resource: T): StoredDocument;
  /** The resource, with its fields in the order of the schema. */
  read(item: Item): T;
}

/**
 * Where a resource holds the fields of a newer release, which this one does not know: after a rollback, its updates must
 * not lose them. A symbol is copied with the others of a resource, and is in no JSON.
 */
const UNKNOWN = Symbol();
type Unknown = { [UNKNOWN]?: Record<string, unknown> };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Defines the stored form of a resource with this schema. Nulls are not stored, because a story's many nulls would be a
 * third of its bytes, which every write, list and index pays for. Documents of an earlier version are brought up to date
 * when they are read; the next write stores them so, with the fields that a newer version has added.
 */
export function defineDocument<S extends z.ZodObject>(
  schema: () => S,
  { longText, added, formerValues = {}, removed = [] }: DocumentOptions<z.output<S>> = {},
): DocumentFormat<z.output<S>> {
  const blank = memoize(() => {
    const fields = Object.entries<z.ZodType>(schema().shape);
    // Optional ones are left out where there is none.
    const present = fields.filter(([, field]) => !field.isOptional());
    return { ...Object.fromEntries(present.map(([name]) => [name, null])), ...added };
  });
  /** Whether a value need not be stored, since it is what is read without it. */
  const isDefault = (name: string, value: unknown): boolean =>
    value === null ||
    value === undefined ||
    (added !== undefined && Object.hasOwn(added, name) && isSame(value, added[name]));
  const renamed = Object.entries(formerValues) as [string, Record<string, unknown>][];

  return {
    schema,
    write(resource) {
      const values = Object.keys(schema().shape).map((name) => [name, resource[name]] as const);
      const known = Object.fromEntries(values.filter(([name, value]) => !isDefault(name, value)));
      const stored = { ...known, ...(resource as Unknown)[UNKNOWN] };
      const long = longText && stored[longText];
      if (typeof long !== 'string' || Buffer.byteLength(long) <= LONG_TEXT_MIN_BYTES) {
        return { doc: JSON.stringify(stored) };
      }
      delete stored[longText!];
      return { doc: JSON.stringify(stored), split: true, longText: long };
    },
    read(item) {
      const { doc, longText: long } = attributesOf<StoredDocument>(item);
      const resource: Record<string, unknown> = { ...blank(), ...(JSON.parse(doc) as object) };
      for (const name of Object.keys(resource)) {
        if (name in schema().shape) continue;
        if (!removed.includes(name)) ((resource as Unknown)[UNKNOWN] ??= {})[name] = resource[name];
        delete resource[name];
      }
      if (long !== undefined) resource[longText!] = long;
      for (const [field, values] of renamed) {
        const value = String(resource[field]);
        if (Object.hasOwn(values, value)) resource[field] = values[value];
      }
      return resource as z.output<S>;
    },
  };
}
