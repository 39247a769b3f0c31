import type * as z from 'zod';
import { evaluated, type Lazy } from '../../core/schema.ts';
import type { Call, LoadContext, ReplayCall } from '../../core/call.ts';
import type { RateLimit } from '../../rate-limits/rate-limit-store.ts';
import type { VisitorOperation } from './operation-kinds.ts';
import {
  commonFields,
  loadNothing,
  WORKSPACE_PATH,
  type EmptyShape,
  type LoadedValues,
  type Loads,
  type PathValues,
  type Shape,
} from './operation.ts';

interface VisitorDeclaration<P extends Shape, B extends z.ZodType, D extends z.ZodType, L extends Loads> {
  id: string;
  summary: string;
  /** How often one person may do it, on all portals together. */
  limit: RateLimit;
  /** Whether it only takes back what the person did, which they may also do once they are banned. */
  withdraws?: boolean;
  params?: P;
  body?: Lazy<B>;
  output: Lazy<D>;
  load?: (call: LoadContext<PathValues<P>, object, z.output<B>>) => L;
  handle: (call: Call<PathValues<P>, object, z.output<B>, LoadedValues<L>>) => Promise<z.output<D>>;
  /** For what a form that is sent again would do again: returns the resource of the first time as it is now. */
  replay?: (call: ReplayCall) => Promise<z.output<D>>;
}

/**
 * Declares an operation that people on public pages run, through the forms of those pages, as nothing but a person who has
 * signed in: no function routes it, the OpenAPI document omits it, and callers with a credential are refused.
 */
export function visitorOperation<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  B extends z.ZodType = z.ZodUndefined,
  L extends Loads = EmptyShape,
>({
  limit,
  withdraws = false,
  handle,
  replay,
  ...declaration
}: VisitorDeclaration<P, B, D, L>): VisitorOperation & { output: D } {
  const output = evaluated(declaration.output);
  const places = Object.keys(declaration.params ?? {}).map((name) => `/{${name}}`);
  const path = `${WORKSPACE_PATH}${places.join('')}`;
  return {
    kind: 'visitor',
    limit,
    withdraws,
    ...commonFields<P, EmptyShape, B>({ ...declaration, method: 'POST', path, tag: 'Feedback portals' }),
    status: 200,
    get output() {
      return output();
    },
    paged: false,
    audit: null,
    idempotency: replay ? 'accepted' : 'none',
    load: declaration.load ?? loadNothing,
    handle,
    ...(replay && { replay }),
  };
}
