import * as z from 'zod';
import type { OperationContext } from '../../core/call.ts';
import { ApiError } from '../../core/errors.ts';
import { Json } from '../../core/json.ts';
import { KeyReused } from './idempotency-store.ts';
import type { ExecutableOperation } from './operation-kinds.ts';

/** The answer to a request whose key has already been used for the same request: the resource as it is now. */
export async function replay(
  operation: ExecutableOperation,
  context: OperationContext,
  resourceId: string,
): Promise<{ data: unknown; replayed: true }> {
  if (operation.kind !== 'resource' || !operation.replay)
    throw new Error(`${operation.id} takes Idempotency-Key but declares no replay.`);
  return {
    data: inSchemaOrder(operation, await operation.replay({ ...context, resourceId })),
    replayed: true,
  };
}

/** The operation's output, with fields in schema order; JSON text already is. */
export function inSchemaOrder(operation: ExecutableOperation, data: unknown): unknown {
  if (data instanceof Json) return data;
  const { output } = operation;
  if (!(output instanceof z.ZodObject)) return data;
  const members = data as Record<string, unknown>;
  const known = Object.keys(output.shape).filter((name) => Object.hasOwn(members, name));
  return { ...Object.fromEntries(known.map((name) => [name, members[name]])), ...members };
}

/** The 409 with the id and reference of the key's resource, if the caller can still see it. */
export async function namingResource(
  error: KeyReused,
  operation: ExecutableOperation,
  context: OperationContext,
): Promise<ApiError> {
  try {
    const { data } = await replay(operation, context, error.resourceId);
    const resource: unknown = data instanceof Json ? data.parse() : data;
    const { id, reference } = z.object({ id: z.string(), reference: z.string().optional() }).parse(resource);
    return new KeyReused(error.resourceId, { resourceId: id, ...(reference && { reference }) });
  } catch (problem) {
    // What cannot be shown is not named: it was deleted, its team was left, or its answer has no id.
    if (problem instanceof ApiError || problem instanceof z.ZodError) return error;
    throw problem;
  }
}
