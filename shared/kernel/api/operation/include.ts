import * as z from 'zod';
import type { Caller } from '../../core/caller.ts';
import type { Reader } from '../../core/database.ts';
import { oneOrMany } from '../../core/query-parameters.ts';
import type { Lazy } from '../../core/schema.ts';
import type { Scope } from '../../core/scopes.ts';

/** A reference of a resource, with the resource's team. */
export interface Reference {
  id: string;
  teamId: string;
}

/** Context of `load`, before the caller is known. */
export interface IncludeReads {
  read: Reader;
  workspaceId: string;
  now: Date;
  setting: (variable: string) => string | undefined;
  /**
   * Whether it is read in parallel with the credential, so that one more read stays within the round trip of includes.
   */
  early: boolean;
}

/**
 * A kind of reference that a response can contain, each resource once, in `included` if the parameter `include` names
 * it. Its scopes are those of reading it on its own.
 */
export interface Include {
  /** The schema of one included resource. */
  schema: Lazy<z.ZodType>;
  scopes: readonly Scope[];
  referencesOf(resource: unknown): Reference[];
  /** References that the path or query names, which are read together with the credential. */
  referencesIn?(input: Record<string, unknown>): Reference[];
  /** Reads the references, in order; issues every read at once, so that they share a round trip. */
  load(references: readonly Reference[], reads: IncludeReads): Promise<unknown>[];
  /**
   * Returns an included resource as the API returns it, or several for one reference. Throws a 404 for a resource that
   * the caller cannot see, which is then omitted.
   */
  render(loaded: unknown, reference: Reference, call: { caller: Caller; now: Date }): unknown;
  /** Whether it is a value for each reference, in an object by id instead of an array. */
  byId?: true;
}

/** By the names that `include` takes. */
export type Includes = Readonly<Record<string, Include>>;

/** The included resources, by the names in `include`; values of references by their ids. */
export type Included = Record<string, unknown[] | Record<string, unknown>>;

interface IncludeDeclaration<D extends z.ZodType, R, L> extends Pick<
  Include,
  'scopes' | 'referencesIn' | 'byId'
> {
  schema: Lazy<D>;
  referencesOf: (resource: R) => Reference[];
  load: (references: readonly Reference[], reads: IncludeReads) => Promise<L>[];
  render: (
    loaded: L,
    reference: Reference,
    call: { caller: Caller; now: Date },
  ) => z.output<D> | readonly z.output<D>[];
}

/** An include whose schema's type is known to who declares operations with it. */
export type IncludeOf<D extends z.ZodType> = Omit<Include, 'schema'> & { schema: Lazy<D> };

/** Declares an include with the types of its own schema and reads. */
export function defineInclude<D extends z.ZodType, R, L>(
  declaration: IncludeDeclaration<D, R, L> & { byId: true },
): IncludeOf<D> & { byId: true };
export function defineInclude<D extends z.ZodType, R, L>(
  declaration: IncludeDeclaration<D, R, L>,
): IncludeOf<D>;
export function defineInclude(declaration: Include): Include {
  return declaration;
}

/** The parameter `include` of an operation; nothing for one without includes. */
export function includeQuery(includes: Includes): z.ZodRawShape {
  const names = Object.keys(includes);
  if (names.length === 0) return {};
  return {
    include: oneOrMany(z.enum(names)).meta({
      description:
        'Related resources to return in `included`. Each value requires the scope to read that resource.',
    }),
  };
}

/** The includes of one request. */
export interface OpenedIncludes {
  /** Throws a 403 for a caller who may not read what the request includes. */
  assertAllowed: (caller: Caller) => void;
  /** Reads the references of the resources in one round trip; returns undefined if the request includes nothing. */
  render: (
    resources: readonly unknown[],
    call: { caller: Caller; read: Reader },
  ) => Promise<Included | undefined>;
  /** Whether a page fits into a response with its includes; a page without includes is bounded by its list. */
  fit: (data: readonly unknown[], included: Included | undefined) => boolean;
}

export const noIncludes: OpenedIncludes = {
  assertAllowed: () => undefined,
  render: async () => undefined,
  fit: () => true,
};
