import type * as z from 'zod';
import { evaluated, type Lazy } from '../../core/schema.ts';
import type { Page } from '../../core/call.ts';
import type { PublicOperation, PublicReadOperation } from './operation-kinds.ts';
import {
  commonFields,
  pageQuery,
  type CommonDeclaration,
  type EmptyShape,
  type Shape,
  type Values,
} from './operation.ts';
import type { ErrorPage, PublicCall, PublicPage, UncredentialedCall, WithMeta } from './public-serving.ts';

type OpenDeclaration<P extends Shape, Q extends Shape> = Omit<
  CommonDeclaration<P, Q, z.ZodUndefined>,
  'method' | 'body'
>;

interface PublicDeclaration<P extends Shape, D extends z.ZodType> extends OpenDeclaration<P, EmptyShape> {
  output: Lazy<D>;
  envelope?: false;
  handle: (call: UncredentialedCall & { path: Values<P> }) => Promise<z.output<D>>;
}

/** An operation that anyone may call, without a credential. */
export function publicOperation<D extends z.ZodType, P extends Shape = EmptyShape>(
  declaration: PublicDeclaration<P, D>,
): PublicOperation {
  const { envelope = true, handle } = declaration;
  const output = evaluated(declaration.output);
  return {
    kind: 'public',
    ...commonFields({ ...declaration, method: 'GET' }),
    status: 200,
    get output() {
      return output();
    },
    paged: false,
    envelope,
    idempotency: 'none',
    handle,
  };
}

interface PublicReadDeclaration<P extends Shape, Q extends Shape> extends OpenDeclaration<P, Q> {
  /** Seconds for which caches may store the response for visitors who have not signed in. */
  cacheSeconds: number;
  errorPage: ErrorPage;
}

interface PublicResource<
  P extends Shape,
  Q extends Shape,
  D extends z.ZodType,
  B,
> extends PublicReadDeclaration<P, Q> {
  output: Lazy<D>;
  /** Whether it contains a page of a list: then it takes limit and cursor. */
  containsPage?: true;
  page: () => Promise<PublicPage<z.output<D>, B>>;
  handle: (call: PublicCall<Values<P>, Values<Q>>) => Promise<z.output<D> | WithMeta<z.output<D>>>;
}

interface PublicList<P extends Shape, Q extends Shape, D extends z.ZodType, B> extends PublicReadDeclaration<
  P,
  Q
> {
  item: Lazy<D>;
  page: () => Promise<PublicPage<z.output<D>[], B>>;
  handle: (call: PublicCall<Values<P>, Values<Q>>) => Promise<Page<z.output<D>>>;
}

/** A public, cacheable read, as JSON or as a page. */
export function publicRead<
  D extends z.ZodType,
  B,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
>(declaration: PublicResource<P, Q, D, B>): PublicReadOperation {
  const { containsPage = false, page, handle } = declaration;
  const output = evaluated(declaration.output);
  const common = readByAnyone(declaration, containsPage ? pageQuery : undefined);
  return {
    ...common,
    get output() {
      return output();
    },
    paged: false,
    containsPage,
    page,
    handle,
  };
}

/** Like publicRead, for a list with the envelope of lists. */
export function publicList<
  D extends z.ZodType,
  B,
  P extends Shape = EmptyShape,
  Q extends Shape = EmptyShape,
>(declaration: PublicList<P, Q, D, B>): PublicReadOperation {
  const { page, handle } = declaration;
  const item = evaluated(declaration.item);
  const common = readByAnyone(declaration, pageQuery);
  return {
    ...common,
    get output() {
      return item();
    },
    paged: true,
    containsPage: false,
    page,
    handle,
  };
}

function readByAnyone<P extends Shape, Q extends Shape>(
  declaration: PublicReadDeclaration<P, Q>,
  kernelQuery: (() => Shape) | undefined,
) {
  const { cacheSeconds, errorPage, errors = [] } = declaration;
  return {
    kind: 'publicRead',
    ...commonFields<P, Q, z.ZodUndefined>({ ...declaration, method: 'GET' }, kernelQuery),
    errors: ['not_found', ...(kernelQuery ? (['invalid_cursor'] as const) : []), ...errors],
    status: 200,
    idempotency: 'none',
    cacheSeconds,
    errorPage,
  } satisfies Partial<PublicReadOperation>;
}
