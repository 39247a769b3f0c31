import type { PageRequest } from '../../core/call.ts';
import type { Reader } from '../../core/database.ts';
import type { WebCall, WebResponse } from './web-route.ts';

/** Whether a list goes on, and how to ask for more. */
export interface PageMeta {
  hasMore: boolean;
  nextCursor: string | null;
}

/** What a call without a credential works with. */
export interface UncredentialedCall {
  read: Reader;
  now: Date;
}

/** What a public read works with: its input, and no caller. */
export interface PublicCall<P, Q> extends UncredentialedCall {
  path: P;
  query: Q;
  page: PageRequest;
  /** Where the service is reached from outside. */
  baseUrl: string;
  /** Signs the position after which the next page starts; null where there is none. */
  cursorAt: (position: string | undefined) => Promise<string | null>;
}

/** What a public read answers; `meta` is there for lists. */
export interface PublicAnswer<T> {
  data: T;
  meta?: PageMeta;
}

/** What the operation answers, as a page for people. */
export interface PublicPage<T, B> {
  /** What a value of a query parameter is to the operation, where people may write it in their own words. */
  meant?: (name: string, value: string) => string;
  /** Reads what the page shows beside the answer, while the answer is worked out. */
  load: (call: WebCall) => Promise<B>;
  render: (shown: PublicAnswer<T>, loaded: B, call: WebCall) => WebResponse | Promise<WebResponse>;
}

/** A page of whatever it shows: `render` gets the operation's own answer and what `load` returned. */
export interface AnyPublicPage {
  meant?(this: void, name: string, value: string): string;
  load(call: WebCall): Promise<unknown>;
  render(shown: PublicAnswer<unknown>, loaded: unknown, call: WebCall): WebResponse | Promise<WebResponse>;
}

/** What goes wrong, for browsers. */
export type ErrorPage = (error: unknown, call: WebCall) => Promise<WebResponse>;
