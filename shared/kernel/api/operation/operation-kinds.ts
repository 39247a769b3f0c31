import type * as z from 'zod';
import type { PrincipalKind, Role } from '../../core/caller.ts';
import type { Call, LoadContext, Page, PageRequest, ReplayCall } from '../../core/call.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { AuditDeclaration } from './audit-trail.ts';
import type { Includes } from './include.ts';
import type { RateLimit } from '../../rate-limits/rate-limit-store.ts';
import type { Scope } from '../../core/scopes.ts';
import type { AnyPublicPage, ErrorPage, PublicCall, UncredentialedCall } from './public-serving.ts';
import type { Deprecation } from './deprecation.ts';
import type { ToolDeclaration } from './tool-declaration.ts';
import type { Tag } from './tags.ts';

/**
 * An operation is a value that the router runs and from which request validation, permission checks, the
 * OpenAPI document, the MCP tools and the CDK routes are derived. Handlers are declared with the types of
 * their own schemas; in these kinds they are methods with `unknown` calls, since a list of operations cannot
 * know those types. That is the only type erasure of each kind: callers must first parse the input with the
 * operation's schemas.
 */
export type Operation =
  | ResourceOperation
  | ListOperation
  | BulkOperation
  | PublicOperation
  | PublicReadOperation
  | OperatorOperation
  | VisitorOperation;

/** Operations that require a caller's rights. */
export type GuardedOperation =
  ResourceOperation | ListOperation | BulkOperation | OperatorOperation | VisitorOperation;

/** Operations that `execute` runs: one handler with a caller. */
export type ExecutableOperation = ResourceOperation | ListOperation | OperatorOperation | VisitorOperation;

/** The common properties. */
interface OperationDescription {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: Tag;
  summary: string;
  description: string;
  preview: boolean;
  /** Null unless it will be removed. */
  deprecation: Deprecation | null;
  status: 200 | 201;
  input: { path: z.ZodObject; query: z.ZodObject; body: z.ZodType | null };
  /** The schema of `data`, or of each item in a list. */
  output: z.ZodType;
  /** Whether the response is a paginated list with `meta`. */
  paged: boolean;
  idempotency: 'none' | 'accepted' | 'required';
  /** Error codes in addition to those derived from the declaration. */
  errors: readonly ErrorCode[];
}

/** The callers that may use an operation over HTTP, and its cost in the rate limits. */
export interface Rights {
  /** The required scopes. */
  scopes: readonly Scope[];
  /** The kinds of principals that may call it; `oauth` for clients on behalf of a user. */
  principals: readonly (PrincipalKind | 'oauth')[];
  /** The minimum role of a user. */
  role: Role;
  /**
   * Whether team-restricted credentials may call it. Allowed are reads, which return the content of those
   * teams and what every member can see of the workspace, and writes that change nothing beyond
   * `caller.teamIds`. By default, everything else is refused.
   */
  teamRestricted: 'allowed' | 'refused';
  /** The cost of a request in the rate limits; a bulk request is charged by its items instead. */
  cost: number;
  /** Whether it changes nothing, which every GET does not. */
  readOnly: boolean;
  /** Whether who only proposes carries it out nevertheless: who works on what, notifications, and proposals. */
  isDirect: boolean;
}

interface Loading {
  /** Reads what `handle` needs in the same round trip as the credential. */
  load(call: LoadContext<unknown, unknown, unknown>): Record<string, Promise<unknown>>;
}

type AnyCall = Call<unknown, unknown, unknown, unknown>;

/** Reads or writes one resource. */
export interface ResourceOperation extends OperationDescription, Rights, Loading {
  kind: 'resource';
  paged: false;
  /** The field next to `data` with a secret, in the first response only; a text without a schema. */
  secret: { name: string; schema: (() => z.ZodType) | null } | null;
  /** The audit entry of its writes; null if they are not recorded. */
  audit: AuditDeclaration | null;
  /** The corresponding MCP tool; null if AI clients do not get one. */
  tool: ToolDeclaration | null;
  /** The includes that its response can contain in addition to `data`. */
  includes: Includes;
  /** What `meta.total` counts, if it has that. */
  total?: string;
  handle(call: AnyCall): Promise<unknown>;
  /** Whether it can also respond with 200 and an existing resource. */
  mayExist: boolean;
  /** The data of its 202, if it can outlive its request; null if it cannot. */
  accepted: (() => z.ZodType) | null;
  /** Whether it takes If-Match in place of a version in its body; `handle` then calls `assertMatch`. */
  ifMatch: boolean;
  /** Required for every operation that takes an idempotency key. */
  replay?(call: ReplayCall): Promise<unknown>;
  /** Draws its data as an SVG document, for clients that prefer one. */
  picture?(data: unknown, now: Date): Promise<string>;
  /** The largest request body in bytes, if it is not the common one. */
  bodyMaxBytes?: number;
  /** Whether its body may have links that were handed to one person, since no one else is shown them. */
  keepsLinks?: boolean;
}

/** Lists resources in pages. */
export interface ListOperation extends OperationDescription, Rights, Loading {
  kind: 'list';
  paged: true;
  idempotency: 'none';
  tool: ToolDeclaration | null;
  includes: Includes;
  /** Filters that a cursor replaces: next to one, they are ignored. */
  cursorIgnores: readonly string[];
  /** Whether a cursor is bound to `limit` too. */
  cursorBindsLimit: boolean;
  handle(call: AnyCall & { page: PageRequest }): Promise<Page<unknown>>;
  /** Draws the whole result of the query, regardless of pages, as an SVG document, for clients that prefer one. */
  picture?(call: AnyCall): Promise<string>;
}

/** Runs many calls of another operation. */
export interface BulkOperation extends OperationDescription, Rights {
  kind: 'bulk';
  paged: false;
  idempotency: 'none';
  of: ResourceOperation;
  /** Validates the request around the items; each item is validated by `of`. */
  envelope: z.ZodType;
}

/** Requires no credential. */
export interface PublicOperation extends OperationDescription {
  kind: 'public';
  paged: false;
  idempotency: 'none';
  /** Whether the response uses the success envelope; only the OpenAPI document does not. */
  envelope: boolean;
  handle(call: UncredentialedCall & { path: unknown }): Promise<unknown>;
}

/** Requires no credential, is cacheable, and is a page for browsers. */
export interface PublicReadOperation extends OperationDescription {
  kind: 'publicRead';
  idempotency: 'none';
  /** Seconds for which caches may store the response for visitors who have not signed in. */
  cacheSeconds: number;
  /** Loads the page's code, which is only needed when a browser asks for it. */
  page(this: void): Promise<AnyPublicPage>;
  errorPage: ErrorPage;
  /** Whether `data` is one resource that contains a page, which `meta` describes. */
  containsPage: boolean;
  /** Returns the data or, if `paged`, a Page; if it contains a page, a WithMeta. */
  handle(call: PublicCall<unknown, unknown>): Promise<unknown>;
}

/** Run only by the operator's command line; no function serves it. */
export interface OperatorOperation extends OperationDescription, Loading {
  kind: 'operator';
  audit: AuditDeclaration | null;
  paged: false;
  idempotency: 'none';
  handle(call: AnyCall): Promise<unknown>;
}

/** Run only by people on public pages, through their forms; no function serves it otherwise. */
export interface VisitorOperation extends OperationDescription, Loading {
  kind: 'visitor';
  audit: null;
  paged: false;
  idempotency: 'none' | 'accepted';
  /** How often one person may do it, on all portals together. */
  limit: RateLimit;
  /** Whether it only takes back what the person did, which they may also do once they are banned. */
  withdraws: boolean;
  handle(call: AnyCall): Promise<unknown>;
  replay?(call: ReplayCall): Promise<unknown>;
}

/** Operations that a function serves: all except the operator's and those of visitors. */
export type ServedOperation = Exclude<Operation, OperatorOperation | VisitorOperation>;

/** Whether an operation declares who may call it; all others are public or operator-only. */
export const hasRights = (operation: Operation): operation is Extract<Operation, Rights> =>
  operation.kind === 'resource' || operation.kind === 'list' || operation.kind === 'bulk';
