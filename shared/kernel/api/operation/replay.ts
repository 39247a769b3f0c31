import * as z from 'zod';
import { Accepted, type OperationContext } from '../../core/call.ts';
import type { ExecutableOperation } from './operation-kinds.ts';

/** The answer to a request whose key has already been used for the same request: the resource as it is now. */
export async function replay(
  operation: ExecutableOperation,
  context: OperationContext,
  resourceId: string,
): Promise<{ data: unknown; accepted?: true; replayed: true }> {
  if (!('replay' in operation) || !operation.replay)
    throw new Error(`${operation.id} takes Idempotency-Key but declares no replay.`);
  const data = await operation.replay({ ...context, resourceId });
  if (data instanceof Accepted) return { data: data.data, accepted: true, replayed: true };
  return { data: inSchemaOrder(operation, data), replayed: true };
}

/** The operation's output, with fields in schema order. */
export function inSchemaOrder(operation: ExecutableOperation, data: unknown): unknown {
  const { output } = operation;
  if (!(output instanceof z.ZodObject)) return data;
  const members = data as Record<string, unknown>;
  const known = Object.keys(output.shape).filter((name) => Object.hasOwn(members, name));
  return { ...Object.fromEntries(known.map((name) => [name, members[name]])), ...members };
}
