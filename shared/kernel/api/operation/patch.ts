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
 * cleared values; `terms` say under which conditions the update is made, and set nothing.
 */
export function definePatch<S extends Shape, T extends Shape = Record<never, never>>(
  id: string,
  {
    fields,
    cleared = {},
    terms = () => ({}) as T,
  }: { fields: Lazy<S>; cleared?: { [K in keyof S]?: null | readonly [] }; terms?: Lazy<T> },
) {
  const termNames = memoize(() => Object.keys(evaluated(terms)()));
  const clearable = Object.keys(cleared) as [string, ...string[]];
  const schema = memoize(() =>
    z
      .strictObject({
        expectedUpdatedAt: timestamp().meta({ description: 'The updatedAt of the version you have read.' }),
        ...(z.object(evaluated(fields)()).partial().shape as OptionalShape<S>),
        ...(z.object(evaluated(terms)()).partial().shape as OptionalShape<T>),
        ...(clearable.length > 0
          ? { clearFields: uniqueList(z.enum(clearable), clearable.length).optional() }
          : ({} as { clearFields: z.ZodOptional<z.ZodArray<z.ZodString>> })),
      })
      .superRefine((update, context) => assertConsistent(update, termNames(), context))
      .meta({ id }),
  );

  /** The fields of an update with their new values. */
  function values({ expectedUpdatedAt: _, clearFields = [], ...set }: Update): Record<string, unknown> {
    const defined = Object.entries(set).filter(
      ([name, value]) => value !== undefined && !termNames().includes(name),
    );
    return Object.fromEntries([...defined, ...clearFields.map((field) => [field, cleared[field]])]) as Record<
      string,
      unknown
    >;
  }

  return {
    schema,

    /** Returns the resource with an update's fields set and cleared; its version is unchanged. */
    apply: <R extends Versioned>(current: R, update: Update): R => ({ ...current, ...values(update) }),

    /** A 409 with the current version and the sent fields that would still change something. */
    conflict(current: Versioned, update: Update): ApiError {
      const changedFields = Object.entries(values(update))
        .filter(([field, value]) => !sameValue((current as Versioned & Shape)[field], value))
        .map(([field]) => field);
      return new ApiError('version_conflict', 'The resource has changed since the version you have read.', {
        details: { currentUpdatedAt: current.updatedAt, changedFields },
      });
    },
  };
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
  terms: readonly string[],
  context: z.core.ParsePayload & z.RefinementCtx,
): void {
  if (context.issues.length > 0) return;
  const { expectedUpdatedAt: _, clearFields = [], ...set } = update as Update;
  const fields = Object.keys(set).filter((name) => !terms.includes(name));
  if (fields.length + clearFields.length === 0) {
    context.addIssue({ code: 'custom', path: [], message: 'must set or clear at least one field' });
  }
  clearFields.forEach((field, position) => {
    if (!(field in set)) return;
    const message = `names ${field}, which the same request sets`;
    context.addIssue({ code: 'custom', path: ['clearFields', position], message });
  });
}
