import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from './tool.ts';
import { invalidRequest } from '../../core/errors.ts';

/** The operations of a resource that one tool runs. */
interface Lifecycle {
  create: ToolOperation;
  update: ToolOperation;
  remove: ToolOperation;
  /** The argument that names an existing one. */
  id: string;
}

/** Arguments that only make sense of an existing resource. */
const OF_EXISTING = ['expectedUpdatedAt', 'clearFields', 'delete'];

/** A tool that creates a resource or, with its id and version, changes or deletes it. */
export const savedResource = (lifecycle: Lifecycle): ToolOverrides => ({
  extendInput: (shape) => ({
    [lifecycle.id]: z.string().optional().meta({ description: 'Of an existing one; none creates.' }),
    ...optional(shape),
    ...existingArguments(lifecycle.update),
  }),
  run: (call) => save(lifecycle, call),
});

/** The arguments by which a tool changes or deletes what exists. */
export const existingArguments = (update: ToolOperation): z.ZodRawShape => {
  const { body } = update.input;
  const { clearFields } = body instanceof z.ZodObject ? (body.shape as z.ZodRawShape) : {};
  return {
    expectedUpdatedAt: z
      .string()
      .optional()
      .meta({ description: 'To change or delete: the updatedAt read.' }),
    ...(clearFields ? { clearFields } : {}),
    delete: z.boolean().optional(),
  };
};

/** The same arguments, none of them required, since each use of a tool requires others. */
export const optional = (shape: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, (type as z.ZodType).optional()]));

/** Creates, changes or deletes a resource as the arguments say. */
export async function save({ create, update, remove, id }: Lifecycle, call: ToolCall) {
  const { delete: isDeleted, ...args } = call.args;
  const { idempotencyKey: _, ...changes } = args;
  if (args[id] === undefined) {
    const unused = OF_EXISTING.find((name) => call.args[name] !== undefined);
    if (unused === undefined) return await runOperation(create, { ...call, args });
    return await runOperation(update, { ...call, args: changes });
  }
  if (isDeleted !== true) return await runOperation(update, { ...call, args: changes });
  return await runOperation(remove, { ...call, args: versioned(changes) });
}

/** Throws a 400 for a deletion without the version that the client has seen. */
export function versioned(args: Arguments): Arguments {
  if (typeof args['expectedUpdatedAt'] === 'string') return args;
  const message = 'is required: the updatedAt of the version that is to be deleted';
  throw invalidRequest([{ path: 'expectedUpdatedAt', code: 'required', message }]);
}
