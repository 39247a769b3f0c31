import type * as z from 'zod';
import type { PrincipalKind, Role } from '../../core/caller.ts';
import type { Call, LoadContext, Page, PageRequest, ReplayCall } from '../../core/call.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Scope } from '../../core/scopes.ts';
import type { AnyPublicPage, ErrorPage, PublicCall, UncredentialedCall } from './public-serving.ts';
import type { ToolDeclaration } from './tool-declaration.ts';

/**
 * An operation is a value: what the router runs, and what request validation, permission checks, the OpenAPI
 * document, the MCP tools and the CDK routes are derived from. Handlers are declared with the types of their
 * own schemas; as members of these kinds they are methods whose calls are `unknown`, since a list of operations
 * cannot know them. That is the one erasure of each kind: whoever calls a handler has parsed its input with the
 * schemas beside it.
 */
export type Operation =
  | ResourceOperation
  | ListOperation
  | BulkOperation
  | PublicOperation
  | PublicReadOperation
  | OperatorOperation;

/** Those that need the rights of a caller. */
export type GuardedOperation = ResourceOperation | ListOperation | BulkOperation | OperatorOperation;

/** Those that `execute` runs: each is one handler with a caller. */
export type ExecutableOperation = ResourceOperation | ListOperation | OperatorOperation;

/** What every kind states. */
interface Described {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description: string;
  preview: boolean;
  status: 200 | 201;
  input: { path: z.ZodObject; query: z.ZodObject; body: z.ZodType | null };
  /** The schema of `data`, or of each of its items in a list. */
  output: z.ZodType;
  /** Whether the answer is a list in pages, with `meta`. */
  paged: boolean;
  idempotency: 'none' | 'accepted' | 'required';
  /** Error codes beyond those that follow from the rest of the declaration. */
  errors: readonly ErrorCode[];
}

/** Who may call an operation over HTTP. */
export interface Rights {
  /** The scopes needed, all of them. */
  scopes: readonly Scope[];
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
}

interface Loading {
  /** Reads what `handle` needs in the round trip of the credential. */
  load(call: LoadContext<unknown, unknown, unknown>): Record<string, Promise<unknown>>;
}

export type AnyCall = Call<unknown, unknown, unknown, unknown>;

/** Reads or writes one resource. */
export interface ResourceOperation extends Described, Rights, Loading {
  kind: 'resource';
  paged: false;
  /** The member beside `data` that shows a secret, in the first answer and no replay. */
  secret: string | null;
  /** The MCP tool that it also is; null for those that AI clients are not offered. */
  tool: ToolDeclaration | null;
  handle(call: AnyCall): Promise<unknown>;
  /** Present on every operation that takes an idempotency key. */
  replay?(call: ReplayCall): Promise<unknown>;
}

/** Lists resources in pages. */
export interface ListOperation extends Described, Rights, Loading {
  kind: 'list';
  paged: true;
  idempotency: 'none';
  tool: ToolDeclaration | null;
  handle(call: AnyCall & { page: PageRequest }): Promise<Page<unknown>>;
}

/** Carries out many of another operation. */
export interface BulkOperation extends Described, Rights {
  kind: 'bulk';
  paged: false;
  idempotency: 'none';
  of: ResourceOperation;
  /** Validates the request around the items; each item is validated by `of`. */
  envelope: z.ZodType;
}

/** Needs no credential. */
export interface PublicOperation extends Described {
  kind: 'public';
  paged: false;
  idempotency: 'none';
  /** Whether the answer stands in the success envelope; only the API description does not. */
  envelope: boolean;
  handle(call: UncredentialedCall): Promise<unknown>;
}

/** Needs no credential, may be cached, and browsers get it as a page. */
export interface PublicReadOperation extends Described {
  kind: 'publicRead';
  idempotency: 'none';
  /** Seconds for which caches may keep what it answers to those who have not signed in. */
  cacheSeconds: number;
  page: AnyPublicPage;
  errorPage: ErrorPage;
  /** Returns the data, or where `paged` a Page. */
  handle(call: PublicCall<unknown, unknown>): Promise<unknown>;
}

/** Is run by the operator's command line only; no function serves it. */
export interface OperatorOperation extends Described, Loading {
  kind: 'operator';
  paged: false;
  idempotency: 'none';
  handle(call: AnyCall): Promise<unknown>;
}

/** Those that a function serves: all but the operator's. */
export type ServedOperation = Exclude<Operation, OperatorOperation>;

/** Whether an operation states who may call it; the others are open to anyone, or the operator's alone. */
export const hasRights = (operation: Operation): operation is Extract<Operation, Rights> =>
  operation.kind === 'resource' || operation.kind === 'list' || operation.kind === 'bulk';
