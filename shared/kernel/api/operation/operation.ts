import * as z from 'zod';
import type { Role } from '../../core/caller.ts';
import type { Scope } from '../../core/scopes.ts';
import { evaluated, memoize, uuid, type Lazy } from '../../core/schema.ts';
import type {
  Accepted,
  Call,
  Existing,
  LoadContext,
  Page,
  PageRequest,
  ReplayCall,
  WithSecret,
  WithTotal,
} from '../../core/call.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { includeQuery, type Includes } from './include.ts';
import type { AuditDeclaration } from './audit-trail.ts';
import type { ListOperation, Operation, ResourceOperation, Rights } from './operation-kinds.ts';
import { validateDeprecation, type Deprecation } from './deprecation.ts';
import type { ToolDeclaration } from './tool-declaration.ts';
import type { Tag } from './tags.ts';

/** An operation on one resource, with the types of what it answers. */
type TypedOperation<D extends z.ZodType, I extends Includes, S extends z.ZodType> = Omit<
  ResourceOperation,
  'output' | 'includes' | 'secret'
> & {
  output: D;
  includes: I;
  secret: { name: string; schema: (() => S) | null } | null;
};
/** A list, with the types of what it answers. */
type TypedList<D extends z.ZodType, I extends Includes> = Omit<ListOperation, 'output' | 'includes'> & {
  output: D;
  includes: I;
};

export type Shape = z.ZodRawShape;
export type EmptyShape = Readonly<Record<never, never>>;
export type Values<S extends Shape> = z.output<z.ZodObject<S, z.core.$strict>>;
export type PathValues<S extends Shape> = Values<S> & { workspaceId: string };
export type Loads = Record<string, Promise<unknown>>;
export type LoadedValues<L extends Loads> = { [K in keyof L]: Awaited<L[K]> };

/** The common declaration. */
export interface CommonDeclaration<P extends Shape, Q extends Shape, B extends z.ZodType> {
  id: string;
  method: ResourceOperation['method'];
  path: string;
  tag: Tag;
  summary: string;
  description?: string;
  preview?: boolean;
  deprecation?: Deprecation;
  errors?: readonly ErrorCode[];
  params?: P;
  query?: Lazy<Q>;
  body?: Lazy<B>;
}

interface RightsDeclaration {
  scopes: readonly Scope[];
  principals?: Rights['principals'];
  role?: Role;
  /** By default, reads that do not require an admin are allowed, and everything else is refused. */
  teamRestricted?: Rights['teamRestricted'];
  /** The cost, 1 by default; the multiple of a common read's CPU time for more expensive operations. */
  cost?: Rights['cost'];
}

interface Declaration<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  L extends Loads,
  I extends Includes,
>
  extends CommonDeclaration<P, Q, B>, RightsDeclaration {
  load?: (call: LoadContext<PathValues<P>, Values<Q>, z.output<B>>) => L;
  tool?: ToolDeclaration;
  includes?: I;
}

type SecretDeclaration<S extends z.ZodType> = string | { name: string; schema: Lazy<S> } | undefined;

interface SingleDeclaration<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  D extends z.ZodType,
  L extends Loads,
  I extends Includes,
  S extends z.ZodType,
> extends Declaration<P, Q, B, L, I> {
  status?: 200 | 201;
  output: Lazy<D>;
  idempotency?: 'required';
  /** For a POST that changes nothing: it takes no Idempotency-Key, and has the rights of a read. */
  readOnly?: true;
  /** For creations: whether handle can return an existing resource, as Existing, which is answered with 200. */
  mayExist?: true;
  /** For what can outlive its request: the data of the 202, which handle and replay return as Accepted. */
  accepted?: Lazy<z.ZodType>;
  /** For writes without a version in their body: whether If-Match can name one. */
  ifMatch?: true;
  /** For administrative and security acts: the entry that each write makes in the audit trail. */
  audit?: AuditDeclaration;
  /** The name of the field next to `data` that contains the secret, if handle returns one; a text without a schema. */
  secret?: SecretDeclaration<S>;
  /** Draws what handle has returned, for clients that accept SVG. */
  picture?: (data: z.output<D>, now: Date) => Promise<string>;
  /** The largest request body in bytes, for one that contains a file; 512 KiB by default. */
  bodyMaxBytes?: number;
  /** For a body of which no one is shown anything: it may have links that were handed to one person. */
  keepsLinks?: true;
  /** What `meta.total` counts; handle then returns a WithTotal. */
  total?: string;
  handle: (
    call: Call<PathValues<P>, Values<Q>, z.output<B>, LoadedValues<L>>,
  ) => Promise<
    z.output<D> | WithSecret<z.output<D>> | WithTotal<z.output<D>> | Existing<z.output<D>> | Accepted<unknown>
  >;
  /**
   * Returns the resource of an earlier request with the same key, in its current state. Required for every
   * write.
   */
  replay?: (call: ReplayCall) => Promise<z.output<D> | Accepted<unknown>>;
}

interface ListDeclaration<
  P extends Shape,
  Q extends Shape,
  D extends z.ZodType,
  L extends Loads,
  I extends Includes,
> extends Declaration<P, Q, z.ZodUndefined, L, I> {
  item: Lazy<D>;
  handle: (
    call: Call<PathValues<P>, Values<Q>, undefined, LoadedValues<L>> & { page: PageRequest },
  ) => Promise<Page<z.output<D>>>;
  /** Filters that a cursor replaces: next to one, they are ignored. */
  cursorIgnores?: readonly string[];
  /** Whether a cursor is bound to `limit` too. */
  cursorBindsLimit?: boolean;
  /** Draws the whole result of the query, regardless of pages, for clients that accept SVG. */
  picture?: (call: Call<PathValues<P>, Values<Q>, undefined, LoadedValues<L>>) => Promise<string>;
}

export const WORKSPACE_PATH = '/api/v1/workspaces/{workspaceId}';

/** An operation on one resource, called with a machine credential. */
export function operation<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
  B extends z.ZodType = z.ZodUndefined,
  L extends Loads = EmptyShape,
  I extends Includes = EmptyShape,
  S extends z.ZodType = z.ZodString,
>(declaration: SingleDeclaration<P, Q, B, D, L, I, S>): TypedOperation<D, I, S> {
  const { method, status = 200, idempotency = 'accepted', secret } = declaration;
  const output = evaluated(declaration.output);
  const { ifMatch = false, mayExist = false, audit = null, readOnly = method === 'GET' } = declaration;
  const { handle, replay, load = loadNothing, tool = null } = declaration;
  // Whose type is that of none where none are declared.
  const includes = declaration.includes ?? ({} as I);
  return {
    kind: 'resource',
    ...commonFields(declaration, () => includeQuery(includes)),
    ...rightsOf({ ...declaration, readOnly }),
    status,
    get output() {
      return output();
    },
    paged: false,
    idempotency: readOnly ? 'none' : idempotency,
    secret: secretOf(secret),
    mayExist,
    accepted: declaration.accepted ? evaluated(declaration.accepted) : null,
    ifMatch,
    audit,
    tool,
    includes,
    load,
    handle,
    ...(replay ? { replay } : {}),
    ...(declaration.picture ? { picture: declaration.picture } : {}),
    ...(declaration.bodyMaxBytes ? { bodyMaxBytes: declaration.bodyMaxBytes } : {}),
    ...(declaration.keepsLinks ? { keepsLinks: true } : {}),
    ...(declaration.total ? { total: declaration.total } : {}),
  };
}

const secretOf = <S extends z.ZodType>(
  secret: SecretDeclaration<S>,
): { name: string; schema: (() => S) | null } | null =>
  secret === undefined
    ? null
    : typeof secret === 'string'
      ? { name: secret, schema: null }
      : { name: secret.name, schema: evaluated(secret.schema) };

/** A list, by default newest first; the kernel parses its cursor and limit and signs the next cursor. */
export function list<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
  L extends Loads = EmptyShape,
  I extends Includes = EmptyShape,
>(declaration: Omit<ListDeclaration<P, Q, D, L, I>, 'method' | 'body'>): TypedList<D, I> {
  const { handle, load = loadNothing, tool = null } = declaration;
  const includes = declaration.includes ?? ({} as I);
  const { cursorIgnores = [], cursorBindsLimit = false } = declaration;
  const item = evaluated(declaration.item);
  return {
    kind: 'list',
    ...commonFields<P, Q, z.ZodUndefined>({ ...declaration, method: 'GET' }, () => ({
      ...pageQuery(),
      ...includeQuery(includes),
    })),
    ...rightsOf({ ...declaration, readOnly: true }),
    status: 200,
    get output() {
      return item();
    },
    paged: true,
    idempotency: 'none',
    tool,
    includes,
    cursorIgnores,
    cursorBindsLimit,
    load,
    handle,
    ...(declaration.picture ? { picture: declaration.picture } : {}),
  };
}

export const loadNothing = (): Record<string, Promise<unknown>> => ({});

export const DEFAULT_PAGE_SIZE = 50;

export const pageQuery = memoize(() => ({
  limit: z
    .int({ error: 'must be a whole number from 1 to 100' })
    .min(1, { error: 'must be at least 1' })
    .max(100, { error: 'must be at most 100' })
    .optional()
    .meta({ description: 'Maximum number of items to return.', default: DEFAULT_PAGE_SIZE }),
  cursor: z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(8192, { error: 'must be at most 8192 characters' })
    .optional()
    .meta({ description: 'The meta.nextCursor of the previous page, unchanged.' }),
}));

/** The conversion common to all kinds of declarations. */
export function commonFields<P extends Shape, Q extends Shape, B extends z.ZodType>(
  { id, method, path, tag, summary, description = '', ...declaration }: CommonDeclaration<P, Q, B>,
  kernelQuery: () => Shape = () => ({}),
) {
  const workspace = () => (path.startsWith(WORKSPACE_PATH) ? { workspaceId: uuid() } : {});
  return {
    id,
    method,
    path,
    tag,
    summary,
    description,
    preview: declaration.preview ?? false,
    deprecation: declaration.deprecation ? validateDeprecation(declaration.deprecation) : null,
    errors: declaration.errors ?? [],
    input: inputOf({
      path: () => z.strictObject({ ...workspace(), ...declaration.params }),
      query: () =>
        z.strictObject({ ...(declaration.query && evaluated(declaration.query)()), ...kernelQuery() }),
      body: declaration.body ?? null,
    }),
  };
}

/** The schemas of an operation's input, each made when it is first read. */
export function inputOf({
  path,
  query,
  body,
}: {
  path: () => z.ZodObject;
  query: () => z.ZodObject;
  body: Lazy<z.ZodType> | null;
}): Operation['input'] {
  const schemas = { path: memoize(path), query: memoize(query), body: body && evaluated(body) };
  return {
    get path() {
      return schemas.path();
    },
    get query() {
      return schemas.query();
    },
    get body() {
      return schemas.body && schemas.body();
    },
  };
}

/** The groups of operations that are not proposed. */
const direct: ReadonlySet<Tag> = new Set(['Claims', 'Agent sessions', 'Notifications', 'Proposals']);

function rightsOf({
  readOnly,
  scopes,
  principals = ['user', 'serviceAccount'],
  role = 'guest',
  teamRestricted = readOnly && role !== 'admin' ? 'allowed' : 'refused',
  cost = 1,
  tag,
}: { readOnly: boolean; tag: Tag } & RightsDeclaration): Rights {
  return { scopes, principals, role, teamRestricted, cost, readOnly, isDirect: direct.has(tag) };
}

/** The output of deletions. */
export const deletedSchema = memoize(() =>
  z
    .object({ id: uuid(), deleted: z.literal(true) })
    .meta({ id: 'Deleted', description: 'Confirms that a resource was deleted or a membership removed.' }),
);
