import type * as z from 'zod';
import type { Jsonable } from '../../core/json.ts';
import type { Call, LoadContext, WithSecret } from '../../core/call.ts';
import { commonFields, WORKSPACE_PATH, type Shape, type Showing, type Values } from './operation.ts';

type Loads = Record<string, Promise<unknown>>;
type Loaded<L extends Loads> = { [K in keyof L]: Awaited<L[K]> };

interface OperatorDeclaration<P extends Shape, B extends z.ZodType, D extends z.ZodType, L extends Loads> {
  id: string;
  summary: string;
  /** Whether it happens in a workspace, which its path then names. */
  inWorkspace: boolean;
  params?: P;
  body?: B;
  output: D;
  load?: (call: LoadContext<Values<P> & { workspaceId: string }, object, z.output<B>>) => L;
  handle: (
    call: Call<Values<P> & { workspaceId: string }, object, z.output<B>, Loaded<L>>,
  ) => Promise<Jsonable<z.output<D>> | WithSecret<z.output<D>>>;
}

/**
 * An operation that only the operator of the deployment may run, by the command line: no function routes it, the
 * API description does not name it, and no other caller is let through.
 */
export function operatorOperation<
  D extends z.ZodType,
  P extends Shape = Readonly<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
  L extends Loads = Readonly<Record<never, never>>,
>({ inWorkspace, handle, output, ...declaration }: OperatorDeclaration<P, B, D, L>): Showing<D> {
  return {
    ...commonFields({
      ...declaration,
      method: 'POST',
      path: inWorkspace ? WORKSPACE_PATH : '',
      tag: 'Operator',
      scopes: [],
      principals: [],
      role: 'admin',
    }),
    access: 'operator',
    status: 200,
    output,
    paged: false,
    envelope: true,
    idempotency: 'none',
    secret: null,
    handle,
    replay: null,
  };
}
