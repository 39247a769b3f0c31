import type { Caller, CountWrites, PresentedCredential } from '../../core/caller.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Reader } from '../../core/database.ts';
import type { Tag } from './tags.ts';

/**
 * A route with its own response format instead of the envelope: a page, an OAuth endpoint, MCP. Declared as a
 * value, like an operation, so that router and CDK routes are derived from the same list.
 */
export interface WebRoute {
  /** Unique among routes and operations; names the CDK route and the request's line in the log. */
  id: string;
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** With `{name}` for parameters. */
  path: string;
  handle: (call: WebCall) => Promise<WebResponse>;
  /** Headers of every response, in lower case. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Renders errors of `handle`, and refusals by the pipeline: an oversized body, a timeout. Defaults to the error
   * envelope, which is also used if this throws.
   */
  answerError?: (error: unknown, call: WebCall) => WebResponse | Promise<WebResponse>;
  /** Maximum size of a request body in bytes; 512 KiB by default. */
  bodyMaxBytes?: number;
  /** Whether a POST may be a read, so that it refuses changes under maintenance on its own. */
  readsByPost?: true;
  /** Whether requests count for the network that they come from, of routes that read the table for anybody. */
  limitedBy?: 'network';
  /** Its OpenAPI description; routes without one are not part of the API. */
  described?: DescribedRoute;
}

/** The parts of a web route's OpenAPI operation that cannot be derived. */
export interface DescribedRoute {
  tag: Tag;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  requestBody: JsonSchema;
  responses: Record<number, JsonSchema>;
  /** The error codes it returns in the envelope, unless `responses` describes them. */
  errors: readonly ErrorCode[];
}

/** A request as its route sees it: nothing of Lambda or the gateway. */
export interface WebRequest {
  requestId: string;
  method: string;
  /** Percent-decoded by the gateway. */
  path: string;
  parameters: Record<string, string>;
  query: URLSearchParams;
  /** Lower-case names; values of one name joined by commas. */
  headers: Record<string, string | undefined>;
  cookies: Record<string, string>;
  /** The exact bytes sent. */
  body: Buffer;
  /** The body parsed, for operations of the API; undefined for other routes and for an empty body. */
  json?: unknown;
  sourceIp: string;
}

export interface WebResponse {
  status: number;
  /** Lower-case names. */
  headers?: Record<string, string>;
  /** Whole Set-Cookie values. */
  cookies?: string[];
  body?: string | Buffer;
}

export type Facts = Record<string, unknown>;

/** The principal of a request. A visitor of a page has no workspace. */
export type RequestIdentity = Pick<Caller, 'kind' | 'principalId' | 'credentialId'> & {
  workspaceId: string | null;
};

/** What a call counts for: in the requests of a minute, and in the writes of a day. */
export interface Charge {
  requests: number;
  writes: number;
}

/** What the handler of a route works with. */
export interface WebCall {
  request: WebRequest;
  services: Services;
  read: Reader;
  now: Date;
  /** The first page of the custom domain that the request is for, if it is for one. */
  home?: string;
  /** Adds to the request's line in the log; never a secret, nor what people wrote. */
  note: (facts: Facts) => void;
  /**
   * Names the credential of the request before its first read, so that what the rate limiter asks the table
   * is sent in parallel with that read. `charge` is what the call counts for: one request that reads, by default. Throws
   * a 429 if its limit is known to be used up.
   */
  present: (credential: PresentedCredential, charge?: Charge) => void;
  /**
   * Records the principal of the request for its log line, as soon as it is verified, and counts the request
   * against the rate limits. Throws a 429 beyond a limit.
   */
  identify: (identity: RequestIdentity) => Promise<void>;
  /** Counts more writes of the identified principal. Throws a 429, which may be that of one item among several. */
  countWrites: CountWrites;
  /** Counts a request without a valid credential for the network that it comes from. Throws a 429 beyond its limit. */
  countForNetwork: () => Promise<void>;
}
