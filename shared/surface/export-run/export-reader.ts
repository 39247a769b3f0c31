import { execute } from '../../kernel/api/operation/execute.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import type {
  ExecutableOperation,
  ListOperation,
  ResourceOperation,
} from '../../kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { optionalEnv } from '../../kernel/core/env.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { jobServices } from '../groups/job-services.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import type { Export } from '../exports/export.ts';

/** The largest page of a list. */
const PAGE_LIMIT = 100;

/** A resource as the API returns it. */
export interface ExportedResource {
  id: string;
  [field: string]: unknown;
}

interface ExportedPage {
  items: ExportedResource[];
  /** The cursor of the next page; null after the last. */
  next: string | null;
  /** The cursor from which a list that never ends is read later. */
  resume: string | undefined;
}

/** The input of a list: parameters of its path by name, and of its query. */
interface ListInput {
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** How many resources a page has. */
  limit?: number;
}

/**
 * The caller of an export: who asked for it, with the rights that they still have; undefined if they are no longer an
 * admin of the workspace.
 */
export async function callerOfExport(
  read: Reader,
  { workspaceId, createdBy, teamIds }: Export,
  scopes: readonly Scope[],
): Promise<Caller | undefined> {
  const membership = await readMembership(read, workspaceId, createdBy);
  if (membership?.role !== 'admin') return undefined;
  return {
    kind: 'user',
    principalId: createdBy,
    workspaceId,
    role: membership.role,
    scopes: new Set(scopes),
    teamIds: new Set([...membership.teamIds].filter((id) => teamIds?.includes(id) ?? true)),
    restrictedTeamIds: null,
    credentialId: '',
    credentialName: 'export',
    expiresAt: '',
    actor: { kind: 'user', id: createdBy, via: 'rest' },
  };
}

/** Reads pages of lists for a caller with the operations of the API, which decide what the caller sees. */
export function exportReader(context: JobContext, caller: Caller, exportId: string) {
  const services = jobServices(context, exportId);
  let reads = 0;
  const run = async (
    operation: ExecutableOperation,
    { path = {}, query = {} }: { path?: Record<string, string>; query?: Record<string, string | number> },
  ): Promise<OperationResult> => {
    reads++;
    return await execute(services, {
      operation,
      resolveCaller: () => Promise.resolve(caller),
      input: await validateInput(operation, {
        path: { workspaceId: caller.workspaceId, ...path },
        query,
        body: undefined,
      }),
      claim: undefined,
      source: null,
    });
  };
  const page = async (
    operation: ListOperation,
    { query, path = {}, limit = PAGE_LIMIT }: ListInput,
    cursor: string | null,
  ): Promise<ExportedPage> => {
    const { data, meta } = await run(operation, {
      path,
      query: { limit, ...query, ...(cursor === null ? {} : { cursor }) },
    });
    const items = JSON.parse(JSON.stringify(data)) as ExportedResource[];
    return { items, next: meta?.nextCursor ?? null, resume: meta?.resumeCursor };
  };
  return {
    caller,
    /** How many pages were read. */
    reads: () => reads,
    page,
    read: createReader(context.database),
    setting: optionalEnv,
    mayRead: ({ scopes }: Pick<ListOperation, 'scopes'>): boolean =>
      scopes.every((scope) => caller.scopes.has(scope)),
    /** A single resource; undefined if there is none. */
    async resource(
      operation: ResourceOperation,
      path: Record<string, string>,
    ): Promise<Record<string, unknown> | undefined> {
      const found = await unlessGone(run(operation, { path }));
      return found && (JSON.parse(JSON.stringify(found.data)) as Record<string, unknown>);
    },
    /** All pages of a list. */
    async all(operation: ListOperation, input: ListInput): Promise<ExportedResource[]> {
      const found: ExportedResource[] = [];
      let cursor: string | null = null;
      do {
        const { items, next } = await page(operation, input, cursor);
        found.push(...items);
        cursor = next;
      } while (cursor !== null);
      return found;
    },
  };
}

/** What is deleted while it is read is not in the export. */
export async function unlessGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

export type ExportReader = ReturnType<typeof exportReader>;
