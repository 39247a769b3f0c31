import type * as z from 'zod';
import type { Jsonable } from '../../core/json.ts';
import type { Page } from '../../core/call.ts';
import {
  commonFields,
  pageQuery,
  type Declaration,
  type EmptyShape,
  type Operation,
  type Shape,
  type Values,
} from './operation.ts';
import type { PublicCall, PublicPage, AnyPublicPage, PublicServing } from './public-serving.ts';

interface PublicReadDeclaration<P extends Shape, Q extends Shape>
  extends
    Omit<Declaration<P, Q, z.ZodUndefined, EmptyShape>, 'method' | 'scopes' | 'body' | 'load' | 'tool'>,
    Omit<PublicServing, 'page'> {}

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
  return readByAnyone(declaration, { output, paged: false, query: nextCursor ? pagedBy(nextCursor) : {} });
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

const pagedBy = (nextCursor: string): Shape => ({
  ...pageQuery,
  cursor: pageQuery.cursor.meta({ description: `${nextCursor} of the page before, unchanged.` }),
});

function readByAnyone<P extends Shape, Q extends Shape>(
  declaration: PublicReadDeclaration<P, Q> & { page: AnyPublicPage; handle: unknown },
  { output, paged, query }: { output: z.ZodType; paged: boolean; query: Shape },
): Operation {
  const { cacheSeconds, page, errorPage, handle, errors = [] } = declaration;
  return {
    ...commonFields<P, Q, z.ZodUndefined, EmptyShape>({ ...declaration, method: 'GET', scopes: [] }, query),
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
