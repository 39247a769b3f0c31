import type * as z from 'zod';
import type { Reader } from '../db/reader.ts';
import type { Jsonable } from '../lib/json.ts';
import type { WebCall } from './logged-route.ts';
import type { Page, PageRequest } from './call.ts';
import {
  common,
  pageQuery,
  type Declaration,
  type EmptyShape,
  type Operation,
  type Shape,
  type Values,
} from './operation.ts';
import type { WebResponse } from './web-route.ts';

/** What a public read works with: its input, and no caller. */
export interface PublicCall<P, Q> {
  path: P;
  query: Q;
  page: PageRequest;
  read: Reader;
  now: Date;
  /** Where the service is reached from outside. */
  baseUrl: string;
  /** Signs the position after which the next page starts; null where there is none. */
  cursorAt: (position: string | undefined) => Promise<string | null>;
}

/** What the operation answers, as a page for people. */
export interface PublicPage<T, B> {
  /** What a value of a query parameter is to the operation, where people may write it in their own words. */
  meant?: (name: string, value: string) => string;
  /** Reads what the page shows beside the answer, while the answer is worked out. */
  beside: (call: WebCall) => Promise<B>;
  show: (shown: PublicAnswer<T>, beside: B, call: WebCall) => WebResponse | Promise<WebResponse>;
}

/** What a public read answers; `meta` is there for lists. */
export interface PublicAnswer<T> {
  data: T;
  meta?: PageMeta;
}

/** How a public read is served. */
export interface PublicServing extends Pick<
  PublicReadDeclaration<Shape, Shape>,
  'cacheSeconds' | 'errorPage'
> {
  page: AnyPublicPage;
}

/** A page of whatever it shows. */
interface AnyPublicPage {
  meant?: PublicPage<never, unknown>['meant'];
  beside: PublicPage<never, unknown>['beside'];
  show: PublicPage<never, never>['show'];
}

/** Whether a list goes on, and how to ask for more. */
export interface PageMeta {
  hasMore: boolean;
  nextCursor: string | null;
}

interface PublicReadDeclaration<P extends Shape, Q extends Shape> extends Omit<
  Declaration<P, Q, z.ZodUndefined, EmptyShape>,
  'method' | 'scopes' | 'body' | 'load' | 'tool'
> {
  /** What goes wrong, for browsers. */
  errorPage: (error: unknown, call: WebCall) => Promise<WebResponse>;
  /** Seconds for which caches may keep what it answers to those who have not signed in. */
  cacheSeconds: number;
}

interface PublicResource<
  P extends Shape,
  Q extends Shape,
  D extends z.ZodType,
  B,
> extends PublicReadDeclaration<P, Q> {
  output: D;
  /** For an answer that holds many of something, in pages: the member of it that is the cursor of the next. */
  nextCursor?: string;
  page: PublicPage<z.output<D>, B>;
  handle: (call: PublicCall<Values<P>, Values<Q>>) => Promise<Jsonable<z.output<D>>>;
}

interface PublicList<P extends Shape, Q extends Shape, D extends z.ZodType, B> extends PublicReadDeclaration<
  P,
  Q
> {
  item: D;
  page: PublicPage<z.output<D>[], B>;
  handle: (call: PublicCall<Values<P>, Values<Q>>) => Promise<Page<z.output<D>>>;
}

/** What anyone may read and caches may keep, as JSON or as a page. */
export const publicRead = <
  D extends z.ZodType,
  B,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
>(
  declaration: PublicResource<P, Q, D, B>,
): Operation => {
  const { output, nextCursor } = declaration;
  return readByAnyone(declaration, { output, paged: false, query: nextCursor ? pagesBy(nextCursor) : {} });
};

/** As publicRead, of a list: its answer is the envelope of lists. */
export const publicList = <
  D extends z.ZodType,
  B,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
>(
  declaration: PublicList<P, Q, D, B>,
): Operation => readByAnyone(declaration, { output: declaration.item, paged: true, query: pageQuery });

const pagesBy = (nextCursor: string): Shape => ({
  ...pageQuery,
  cursor: pageQuery.cursor.meta({ description: `${nextCursor} of the page before, unchanged.` }),
});

function readByAnyone<P extends Shape, Q extends Shape>(
  declaration: PublicReadDeclaration<P, Q> & { page: AnyPublicPage; handle: unknown },
  { output, paged, query }: { output: z.ZodType; paged: boolean; query: Shape },
): Operation {
  const { cacheSeconds, page, errorPage, handle, errors = [] } = declaration;
  return {
    ...common<P, Q, z.ZodUndefined, EmptyShape>({ ...declaration, method: 'GET', scopes: [] }, query),
    errors: ['not_found', ...(query['cursor'] ? (['invalid_cursor'] as const) : []), ...errors],
    scopes: null,
    principals: [],
    status: 200,
    output,
    paged,
    envelope: true,
    idempotency: 'none',
    secret: null,
    handle: handle as Operation['handle'],
    replay: null,
    publicRead: { cacheSeconds, page, errorPage },
  };
}
