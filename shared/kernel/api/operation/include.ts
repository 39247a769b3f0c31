import * as z from 'zod';
import type { Caller } from '../../core/caller.ts';
import type { Reader } from '../../core/database.ts';
import { ApiError } from '../../core/errors.ts';
import { oneOrMany } from '../../core/query-parameters.ts';
import type { Lazy } from '../../core/schema.ts';
import type { Scope } from '../../core/scopes.ts';

/** A reference of a resource, with the resource's team. */
export interface Reference {
  id: string;
  teamId: string;
}

/** Context of `load`, before the caller is known. */
interface IncludeReads {
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
interface Include {
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

/** Declares an include with the types of its own schema and reads. */
export const defineInclude = <D extends z.ZodType, R, L>(declaration: IncludeDeclaration<D, R, L>): Include =>
  declaration;

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

interface Chosen {
  name: string;
  include: Include;
  /** By id; filled as reads are issued. */
  loaded: Map<string, Promise<unknown>>;
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
}

export const noIncludes: OpenedIncludes = { assertAllowed: () => undefined, render: async () => undefined };

/** Maximum size in bytes of a page with what it includes; Lambda limits responses to 6 MB. */
const ANSWER_MAX_BYTES = 5_500_000;

/** Whether a page fits into a response with its includes; a page without includes is bounded by its list. */
export function fitsWithIncluded(data: readonly unknown[], included: Included | undefined): boolean {
  if (included === undefined) return true;
  const parts = [...data, ...Object.values(included).flat()];
  const bytes = parts.reduce<number>((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0);
  return bytes <= ANSWER_MAX_BYTES;
}

/** Prepares a request's includes, and starts to read the references in its query. */
export function openIncludes(
  includes: Includes,
  { path, query }: { path: Record<string, unknown>; query: Record<string, unknown> },
  reading: Pick<IncludeReads, 'read' | 'now' | 'setting'>,
): OpenedIncludes {
  const reads = { ...reading, workspaceId: String(path['workspaceId']), early: true };
  const names = new Set((query['include'] ?? []) as string[]);
  const chosen = [...names].map((name): Chosen => ({ name, include: includes[name]!, loaded: new Map() }));
  for (const one of chosen) issueReads(one, one.include.referencesIn?.({ ...path, ...query }) ?? [], reads);
  return {
    assertAllowed: (caller) => chosen.forEach((one) => assertAllowed(one, caller)),
    async render(resources, { caller, read }) {
      if (chosen.length === 0) return undefined;
      const referred = chosen.map((one) => {
        const references = uniqueReferences(
          resources.flatMap((resource) => one.include.referencesOf(resource)),
        );
        issueReads(one, references, { ...reads, read, early: false });
        return { one, references };
      });
      const entries = referred.map(async ({ one, references }) => {
        const found = references.map((reference) => showVisible(one, reference, { caller, now: reads.now }));
        const shown = await Promise.all(found);
        if (!one.include.byId) return [one.name, shown.flat()];
        return [one.name, Object.fromEntries(references.map(({ id }, n) => [id, shown[n]![0]]))];
      });
      return Object.fromEntries(await Promise.all(entries)) as Included;
    },
  };
}

const uniqueReferences = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map((reference) => [reference.id, reference])).values(),
];

function issueReads(
  { include, loaded }: Chosen,
  references: readonly Reference[],
  reads: IncludeReads,
): void {
  const missing = references.filter(({ id }) => !loaded.has(id));
  const found = include.load(missing, reads);
  missing.forEach(({ id }, position) => {
    // Awaited only if the request is allowed and its resources refer to it.
    found[position]!.catch(() => undefined);
    loaded.set(id, found[position]!);
  });
}

/** The visible resources of a reference: usually one, several for some includes, none if the caller cannot see it. */
async function showVisible(
  { include, loaded }: Chosen,
  reference: Reference,
  call: { caller: Caller; now: Date },
): Promise<unknown[]> {
  const found = await loaded.get(reference.id);
  try {
    return [include.render(found, reference, call)].flat();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return [];
    throw error;
  }
}

function assertAllowed({ name, include: { scopes } }: Chosen, caller: Caller): void {
  if (caller.kind === 'operator') return;
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  const listed = missing.join(' and ');
  throw new ApiError('insufficient_scope', `include=${name} requires the scope ${listed}.`, {
    hint: `Use a token that has ${listed}, or leave ${name} out of include.`,
    details: { missingScopes: missing },
  });
}
