import type { ApiError, ErrorCode } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { Reader } from '../../core/database.ts';

/**
 * An address that answers in a form of its own and not in the envelope: a page, an endpoint of OAuth, MCP.
 * Declared as a value, like an operation, so that router and CDK routes follow from the same list.
 */
export interface WebRoute {
  /** Unique among routes and operations; names the CDK route. */
  id: string;
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** With `{name}` for parameters. */
  path: string;
  handle: (request: WebRequest, services: Services) => Promise<WebResponse>;
  /** Answers a request that is refused before it is handled, instead of the error envelope. */
  refuse?: (error: ApiError, request: WebRequest, services: Services) => Promise<WebResponse>;
  /** How the API description shows it; those without are no part of the API. */
  described?: DescribedRoute;
}

/** What the API description cannot derive of a web route: the members of its OpenAPI operation. */
export interface DescribedRoute {
  tag: string;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  requestBody: JsonSchema;
  responses: Record<number, JsonSchema>;
  /** The codes that it answers with in the error envelope, where `responses` does not say better. */
  errors: readonly ErrorCode[];
}

/** A request as its route sees it: nothing of Lambda or the gateway. */
export interface WebRequest {
  requestId: string;
  method: string;
  /** Percent-decoded, as the gateway hands it on. */
  path: string;
  parameters: Record<string, string>;
  query: URLSearchParams;
  /** Lower-case names; values of one name joined by commas. */
  headers: Record<string, string | undefined>;
  cookies: Record<string, string>;
  /** The exact bytes sent. */
  body: Buffer;
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

/** What the handler of a logged route works with. */
export interface WebCall {
  request: WebRequest;
  services: Services;
  read: Reader;
  now: Date;
  /** Adds to the request's line in the log; never a secret. */
  note: (facts: Facts) => void;
}
