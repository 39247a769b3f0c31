import * as z from 'zod';
import type { PrincipalKind, Role } from '../../core/caller.ts';
import type { Scope } from '../../core/scopes.ts';
import type { Jsonable } from '../../core/json.ts';
import { uuid } from '../../core/schema.ts';
import type { Call, LoadContext, Page, PageRequest, ReplayCall, WithSecret } from '../../core/call.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { ToolDeclaration } from './tool-declaration.ts';
import type { Reader } from '../../core/database.ts';
import type { PublicServing } from './public-serving.ts';

/**
 * An operation is a value: what the router runs, and what request validation, scope checks, the OpenAPI
 * document and the CDK routes are derived from. Declared with `operation`, `list` or `publicOperation`.
 */
export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Who reaches it: whom the rest of the declaration admits over HTTP, or only the operator of the deployment. */
  access: 'http' | 'operator';
  /** The scopes needed, all of them; null for a public operation. */
  scopes: readonly Scope[] | null;
  /** The kinds of principal that may call it, and `oauth` where a client may do so for a user. */
  principals: readonly (PrincipalKind | 'oauth')[];
  /** The weakest role of a user that may call it. */
  role: Role;
  /**
   * Whether a credential that is restricted to teams may call it. Allowed are reads, which show what is of those
   * teams and what every member sees of the workspace, and writes whose handler changes nothing beyond
   * `caller.teamIds`. Refused is everything else, unless the declaration says otherwise.
   */
  teamRestricted: 'allowed' | 'refused';
  preview: boolean;
  status: 200 | 201;
  input: { path: z.ZodObject; query: z.ZodObject; body: z.ZodType | null };
  /** The schema of `data`, or of each of its items in a list. */
  output: z.ZodType;
  paged: boolean;
  /** Whether the answer stands in the success envelope; only the API description does not. */
  envelope: boolean;
  idempotency: 'none' | 'accepted' | 'required';
  /** The member beside `data` that shows a secret, in the first answer and no replay. */
  secret: string | null;
  /** Error codes beyond those that follow from the rest of the declaration. */
  errors: readonly ErrorCode[];
  load: (call: LoadContext<never, never, never>) => Record<string, Promise<unknown>>;
  handle: (call: Call<never, never, never, never>) => Promise<unknown>;
  replay: ((call: ReplayCall) => Promise<unknown>) | null;
  /** For an operation that carries out many of another: which one, and how the request around them is judged. */
  bulk: { of: Operation; envelope: z.ZodType } | null;
  /** The MCP tool that it also is; null for those that AI clients are not offered. */
  tool: ToolDeclaration | null;
  /** For what caches may keep and browsers get as a page; such a one is served by publicReadRoutes. */
  publicRead: PublicServing | null;
}

/** An operation whose schema of what it shows is known to the type checker. */
export type Showing<D extends z.ZodType> = Operation & { output: D };

export type Shape = z.ZodRawShape;
export type EmptyShape = Readonly<Record<never, never>>;
export type Values<S extends Shape> = z.output<z.ZodObject<S, z.core.$strict>>;
type PathValues<S extends Shape> = Values<S> & { workspaceId: string };
type Loads = Record<string, Promise<unknown>>;
type Loaded<L extends Loads> = { [K in keyof L]: Awaited<L[K]> };

export interface Declaration<P extends Shape, Q extends Shape, B extends z.ZodType, L extends Loads> {
  id: string;
  method: Operation['method'];
  path: string;
  tag: string;
  summary: string;
  description?: string;
  scopes: readonly Scope[];
  principals?: Operation['principals'];
  role?: Role;
  /** Left out, reads that need no admin are allowed, and everything else is refused. */
  teamRestricted?: Operation['teamRestricted'];
  preview?: boolean;
  errors?: readonly ErrorCode[];
  params?: P;
  query?: Q;
  body?: B;
  load?: (call: LoadContext<PathValues<P>, Values<Q>, z.output<B>>) => L;
  tool?: ToolDeclaration;
}

interface SingleDeclaration<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  D extends z.ZodType,
  L extends Loads,
> extends Declaration<P, Q, B, L> {
  status?: 200 | 201;
  output: D;
  idempotency?: 'required';
  /** The name under which the answer shows a secret beside `data`, where handle gives one. */
  secret?: string;
  handle: (
    call: Call<PathValues<P>, Values<Q>, z.output<B>, Loaded<L>>,
  ) => Promise<Jsonable<z.output<D>> | WithSecret<z.output<D>>>;
  /** Shows the resource of an earlier request under the same key, as it is now. Every write has one. */
  replay?: (call: ReplayCall) => Promise<Jsonable<z.output<D>>>;
}

interface ListDeclaration<
  P extends Shape,
  Q extends Shape,
  D extends z.ZodType,
  L extends Loads,
> extends Declaration<P, Q, z.ZodUndefined, L> {
  item: D;
  handle: (
    call: Call<PathValues<P>, Values<Q>, undefined, Loaded<L>> & { page: PageRequest },
  ) => Promise<Page<z.output<D>>>;
}

interface PublicDeclaration<D extends z.ZodType> {
  id: string;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  errors?: readonly ErrorCode[];
  output: D;
  envelope?: false;
  handle: (call: { read: Reader; now: Date }) => Promise<Jsonable<z.output<D>>>;
}

export const WORKSPACE_PATH = '/api/v1/workspaces/{workspaceId}';

/** An operation on one resource, called with a machine credential. */
export function operation<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
  B extends z.ZodType = z.ZodUndefined,
  L extends Loads = EmptyShape,
>(declaration: SingleDeclaration<P, Q, B, D, L>): Showing<D> {
  const { output, status = 200, idempotency, secret = null, handle, replay } = declaration;
  return {
    ...commonFields(declaration),
    status,
    output,
    paged: false,
    envelope: true,
    idempotency: declaration.method === 'GET' ? 'none' : (idempotency ?? 'accepted'),
    secret,
    handle: handle,
    replay: replay ?? null,
  };
}

/** A list, newest first unless said otherwise; the kernel reads its cursor and limit and signs the next. */
export function list<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
  L extends Loads = EmptyShape,
>(declaration: Omit<ListDeclaration<P, Q, D, L>, 'method' | 'body'>): Showing<D> {
  return {
    ...commonFields<P, Q, z.ZodUndefined, L>({ ...declaration, method: 'GET' }, pageQuery),
    status: 200,
    output: declaration.item,
    paged: true,
    envelope: true,
    idempotency: 'none',
    secret: null,
    handle: declaration.handle as unknown as Operation['handle'],
    replay: null,
  };
}

/** An operation that anyone may call, without a credential. */
export function publicOperation<D extends z.ZodType>(declaration: PublicDeclaration<D>): Operation {
  return {
    ...commonFields({ ...declaration, method: 'GET', scopes: [] }),
    scopes: null,
    principals: [],
    status: 200,
    output: declaration.output,
    paged: false,
    envelope: declaration.envelope ?? true,
    idempotency: 'none',
    secret: null,
    handle: declaration.handle,
    replay: null,
  };
}

export const pageQuery = {
  limit: z
    .int({ error: 'must be a whole number from 1 to 100' })
    .min(1, { error: 'must be at least 1' })
    .max(100, { error: 'must be at most 100' })
    .optional()
    .meta({ description: 'The most items to return; 50 when left out.' }),
  cursor: z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(8192, { error: 'must have at most 8192 characters' })
    .optional()
    .meta({ description: 'meta.nextCursor of the page before, unchanged.' }),
};

/** What every kind of declaration becomes in the same way. */
export function commonFields<P extends Shape, Q extends Shape, B extends z.ZodType, L extends Loads>(
  declaration: Declaration<P, Q, B, L>,
  kernelQuery: Shape = {},
) {
  const { id, method, path, tag, summary, description = '', scopes, role = 'guest' } = declaration;
  const { teamRestricted = method === 'GET' && role !== 'admin' ? 'allowed' : 'refused' } = declaration;
  const workspace = path.startsWith(WORKSPACE_PATH) ? { workspaceId: uuid() } : {};
  return {
    id,
    method,
    path,
    tag,
    summary,
    description,
    access: 'http' as const,
    scopes,
    principals: declaration.principals ?? (['user'] as const),
    role,
    teamRestricted,
    preview: declaration.preview ?? false,
    errors: declaration.errors ?? [],
    input: {
      path: z.strictObject({ ...workspace, ...declaration.params }),
      query: z.strictObject({ ...declaration.query, ...kernelQuery }),
      body: declaration.body ?? null,
    },
    load: (declaration.load ?? (() => ({}))) as Operation['load'],
    bulk: null,
    tool: declaration.tool ?? null,
    publicRead: null,
  };
}

/** What the deletion of anything answers with. */
export const deletedSchema = z.object({ id: uuid(), deleted: z.literal(true) }).meta({ id: 'Deleted' });

export const DEFAULT_PAGE_SIZE = 50;
