import type { PageRequest } from '../../core/call.ts';
import type { Reader } from '../../core/database.ts';
import type { WebCall, WebResponse } from './web-route.ts';

/** Whether a list continues, and the next cursor. */
export interface PageMeta {
  hasMore: boolean;
  nextCursor: string | null;
  /** For a resumable list: the cursor to continue with later. */
  resumeCursor?: string;
}

/** A resource that contains a page of a list, described by `meta` next to it. */
export class WithMeta<T> {
  readonly data: T;
  readonly meta: PageMeta;

  constructor(data: T, meta: PageMeta) {
    this.data = data;
    this.meta = meta;
  }
}

/** Context of a call without a credential. */
export interface UncredentialedCall {
  read: Reader;
  now: Date;
  /** The public base URL of the service. */
  baseUrl: string;
}

/** Context of a public read: its input, and no caller. */
export interface PublicCall<P, Q> extends UncredentialedCall {
  path: P;
  query: Q;
  page: PageRequest;
  /** An optional setting of the environment, by its variable. */
  setting: (variable: string) => string | undefined;
  /** Signs the position after which the next page starts; null if there is none. */
  cursorAt: (position: string | undefined) => Promise<string | null>;
}

/** The result of a public read; what is paged has `meta`. */
export interface PublicAnswer<T> {
  data: T;
  meta?: PageMeta;
}

/** A parameter of a query, by its name. */
export type QueryEntry = [name: string, value: string];

/** A public read's result as a page for people. */
export interface PublicPage<T, B> {
  /** Translates a query that people may write in their own words into the operation's values. */
  normalizeQuery?: (query: readonly QueryEntry[]) => QueryEntry[];
  /** Reads additional data for the page, concurrently with the operation. */
  load: (call: WebCall) => Promise<B>;
  render: (shown: PublicAnswer<T>, loaded: B, call: WebCall) => WebResponse | Promise<WebResponse>;
}

/** A page with typed data: `render` receives the operation's result and the result of `load`. */
export interface AnyPublicPage {
  normalizeQuery?(this: void, query: readonly QueryEntry[]): QueryEntry[];
  load(call: WebCall): Promise<unknown>;
  render(shown: PublicAnswer<unknown>, loaded: unknown, call: WebCall): WebResponse | Promise<WebResponse>;
}

/** Renders errors for browsers. */
export type ErrorPage = (error: unknown, call: WebCall) => Promise<WebResponse>;
