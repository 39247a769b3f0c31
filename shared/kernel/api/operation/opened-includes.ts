import type { Caller } from '../../core/caller.ts';
import { ApiError } from '../../core/errors.ts';
import type { Include, Included, IncludeReads, Includes, OpenedIncludes, Reference } from './include.ts';

interface RequestedInclude {
  name: string;
  include: Include;
  /** By id; filled as reads are issued. */
  loaded: Map<string, Promise<unknown>>;
}

/** Maximum size in bytes of a page with what it includes: Lambda limits responses to 6 MB, which are in base64. */
const ANSWER_MAX_BYTES = 4_500_000;

function fitsWithIncluded(data: readonly unknown[], included: Included | undefined): boolean {
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
  const chosen = [...names].map((name): RequestedInclude => ({
    name,
    include: includes[name]!,
    loaded: new Map(),
  }));
  for (const one of chosen) issueReads(one, one.include.referencesIn?.({ ...path, ...query }) ?? [], reads);
  return {
    assertAllowed: (caller) => chosen.forEach((one) => assertAllowed(one, caller)),
    async render(resources, { caller, read }) {
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
    fit: fitsWithIncluded,
  };
}

const uniqueReferences = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map((reference) => [reference.id, reference])).values(),
];

function issueReads(
  { include, loaded }: RequestedInclude,
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
  { include, loaded }: RequestedInclude,
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

function assertAllowed({ name, include: { scopes } }: RequestedInclude, caller: Caller): void {
  if (caller.kind === 'operator') return;
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  const listed = missing.join(' and ');
  throw new ApiError('insufficient_scope', `include=${name} requires the scope ${listed}.`, {
    hint: `Use a token that has ${listed}, or leave ${name} out of include.`,
    details: { missingScopes: missing },
  });
}
