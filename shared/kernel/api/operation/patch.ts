import * as z from 'zod';
import { nextTimestamp } from '../../core/clock.ts';
import { evaluated, memoize, timestamp, uniqueList, type Lazy } from '../../core/schema.ts';
import { ApiError } from '../../core/errors.ts';

type Shape = Record<string, z.ZodType>;
type OptionalShape<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/** The fields common to all updates. */
interface Update {
  expectedUpdatedAt: string;
  clearFields?: string[] | undefined;
  [field: string]: unknown;
}

interface Versioned {
  updatedAt: string;
}

/**
 * Defines an update schema: the version that the caller has read, the fields to set, and clearFields for
 * optional fields to clear. `fields` are the settable ones; `cleared` are the clearable ones with their
 * cleared values. `keyed` is an object of which an update sets and clears single keys, as in `customFields.severity`;
 * `terms` say under which conditions the update is made, and set nothing.
 */
export function definePatch<S extends Shape, T extends Shape = Record<never, never>>(
  id: string,
  {
    fields,
    cleared = {},
    keyed,
    terms = () => ({}) as T,
  }: {
    fields: Lazy<S>;
    cleared?: { [K in keyof S]?: null | readonly [] | Readonly<Record<string, never>> };
    keyed?: keyof S & string;
    terms?: Lazy<T>;
  },
) {
  const termNames = memoize(() => Object.keys(evaluated(terms)()));
  const clearable = Object.keys(cleared) as [string, ...string[]];
  const clearableField = () =>
    keyed === undefined
      ? z.enum(clearable)
      : z.union([z.enum(clearable), z.string().regex(new RegExp(`^${keyed}\\.\\w+$`), { abort: true })]);
  const version = () => timestamp().meta({ description: 'The updatedAt of the version you have read.' });
  const settable = () => ({
    ...(z.object(evaluated(fields)()).partial().shape as OptionalShape<S>),
    ...(z.object(evaluated(terms)()).partial().shape as OptionalShape<T>),
    ...(clearable.length > 0
      ? { clearFields: uniqueList(clearableField(), CLEARED_MAX).optional() }
      : ({} as { clearFields: z.ZodOptional<z.ZodArray<z.ZodString>> })),
  });
  const consistent = (update: object, context: z.core.ParsePayload & z.RefinementCtx) =>
    assertConsistent(update, { keyed, terms: termNames() }, context);
  const schema = memoize(() =>
    z
      .strictObject({ expectedUpdatedAt: version(), ...settable() })
      .superRefine(consistent)
      .meta({ id }),
  );

  /** The fields of an update with their new values; keys of the keyed field are fields of their own. */
  function values({ expectedUpdatedAt: _, clearFields = [], ...set }: Partial<Update>): Map<string, unknown> {
    const defined = Object.entries(set).filter(
      ([name, value]) => value !== undefined && !termNames().includes(name),
    );
    return new Map([
      ...defined.flatMap(([field, value]) =>
        field === keyed ? keysOf(field, value) : [[field, value] as const],
      ),
      ...clearFields.map((field) => [field, cleared[field]] as const),
    ]);
  }

  const changedFieldsOf = (current: Versioned, update: Partial<Update>): string[] =>
    [...values(update)]
      .filter(([field, value]) => !sameValue(valueOf(current, field), value))
      .map(([field]) => field);

  return {
    schema,

    /** The names of the fields that it clears. */
    clearable: clearable as readonly string[],

    /** The schema of an update that needs no version; `extend` returns its fields, given those of the usual one. */
    unversioned: <E extends Shape>(
      extend: (
        fields: { expectedUpdatedAt: z.ZodOptional<ReturnType<typeof version>> } & ReturnType<
          typeof settable
        >,
      ) => E,
    ) =>
      z
        .strictObject(extend({ expectedUpdatedAt: version().optional(), ...settable() }))
        .superRefine(consistent),

    /** The fields that an update would give another value. */
    changedBy: (current: Versioned, update: Partial<Update>): string[] => changedFieldsOf(current, update),

    /** Returns the resource with an update's fields set and cleared; its version is unchanged. */
    apply: <R extends Versioned>(current: R, update: Update): R =>
      [...values(update)].reduce((next, [field, value]) => withValue(next, field, value), current),

    /** A 409 with the current version and the sent fields that would still change something. */
    conflict(current: Versioned, update: Partial<Update>): ApiError {
      const changedFields = changedFieldsOf(current, update);
      return new ApiError('version_conflict', 'The resource has changed since the version you have read.', {
        details: { currentUpdatedAt: current.updatedAt, changedFields },
      });
    },
  };
}

/** The most fields that one update clears. */
const CLEARED_MAX = 100;

/** The keys of an object as fields, such as `customFields.severity`. */
const keysOf = (field: string, values: unknown): (readonly [string, unknown])[] =>
  Object.entries(values as object).map(([key, value]) => [`${field}.${key}`, value] as const);

function valueOf(resource: object, field: string): unknown {
  const [name, key] = field.split('.') as [string, string?];
  const value: unknown = Reflect.get(resource, name);
  if (key === undefined) return value;
  return Object.hasOwn(value as object, key) ? Reflect.get(value as object, key) : undefined;
}

/** The resource with a field, or a key of one, set; a key is removed by undefined. */
function withValue<R extends object>(resource: R, field: string, value: unknown): R {
  const [name, key] = field.split('.') as [string, string?];
  if (key === undefined) return { ...resource, [name]: value };
  const { [key]: _, ...others } = Reflect.get(resource, name) as Record<string, unknown>;
  return { ...resource, [name]: value === undefined ? others : { ...others, [key]: value } };
}

/** Returns the next version of a resource, or the current one if nothing differs. */
export function nextVersion<R extends Versioned>(current: R, next: R, now: Date): R {
  const same = (Object.keys(next) as (keyof R)[]).every((field) => sameValue(next[field], current[field]));
  return same ? current : { ...next, updatedAt: nextTimestamp(now, current.updatedAt) };
}

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Rejects an update that changes nothing or contradicts itself, after its fields have been validated. */
function assertConsistent(
  update: object,
  { keyed, terms }: { keyed: string | undefined; terms: readonly string[] },
  context: z.core.ParsePayload & z.RefinementCtx,
): void {
  if (context.issues.length > 0) return;
  const { expectedUpdatedAt: _, clearFields = [], ...set } = update as Update;
  const fields = Object.keys(set).filter((name) => !terms.includes(name));
  if (fields.length + clearFields.length === 0) {
    context.addIssue({ code: 'custom', path: [], message: 'must set or clear at least one field' });
  }
  const keys = keyed === undefined ? [] : keysOf(keyed, set[keyed] ?? {}).map(([key]) => key);
  clearFields.forEach((field, position) => {
    if (!(field in set) && !keys.includes(field)) return;
    const message = `names ${field}, which the same request sets`;
    context.addIssue({ code: 'custom', path: ['clearFields', position], message });
  });
}
