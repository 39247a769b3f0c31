import type * as z from 'zod';
import { evaluated, type Lazy } from '../../core/schema.ts';
import type { Call, LoadContext, WithSecret } from '../../core/call.ts';
import type { AuditDeclaration } from './audit-trail.ts';
import type { OperatorOperation } from './operation-kinds.ts';
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

interface OperatorDeclaration<P extends Shape, B extends z.ZodType, D extends z.ZodType, L extends Loads> {
  id: string;
  summary: string;
  /** Whether it applies to a workspace, which its path then names. */
  inWorkspace: boolean;
  params?: P;
  body?: Lazy<B>;
  output: Lazy<D>;
  audit?: AuditDeclaration;
  load?: (call: LoadContext<PathValues<P>, object, z.output<B>>) => L;
  handle: (
    call: Call<PathValues<P>, object, z.output<B>, LoadedValues<L>>,
  ) => Promise<z.output<D> | WithSecret<z.output<D>>>;
}

/**
 * Declares an operation that only the deployment's operator may run, through the command line: no function
 * routes it, the OpenAPI document omits it, and all other callers are refused.
 */
export function operatorOperation<
  D extends z.ZodType,
  P extends Shape = EmptyShape,
  B extends z.ZodType = z.ZodUndefined,
  L extends Loads = EmptyShape,
>({
  inWorkspace,
  handle,
  ...declaration
}: OperatorDeclaration<P, B, D, L>): OperatorOperation & { output: D } {
  const output = evaluated(declaration.output);
  const path = inWorkspace ? WORKSPACE_PATH : '';
  return {
    kind: 'operator',
    audit: declaration.audit ?? null,
    ...commonFields<P, EmptyShape, B>({ ...declaration, method: 'POST', path, tag: 'Operator' }),
    status: 200,
    get output() {
      return output();
    },
    paged: false,
    idempotency: 'none',
    load: declaration.load ?? loadNothing,
    handle,
  };
}
