import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from './tool.ts';
import { fieldsIn } from './result-data.ts';
import { invalidRequest } from '../../core/errors.ts';

/** The operations of a resource that one tool runs. */
interface Lifecycle {
  create: ToolOperation;
  update: ToolOperation;
  remove: ToolOperation;
  /** Reads one, to know whether it is of the team in which its name was searched. */
  get?: ToolOperation;
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

/**
 * The arguments without the team of an existing resource, which only says whose name is meant: a resource stays in its
 * team. Throws a 400 for another team than its own.
 */
export async function withoutItsTeam({ get, id }: Lifecycle, call: ToolCall): Promise<Arguments> {
  const { teamId, ...args } = call.args;
  if (get === undefined || args[id] === undefined || teamId === undefined) return call.args;
  const named = { workspaceId: args['workspaceId'], [id]: args[id] };
  const { data } = await runOperation(get, { ...call, args: named });
  if (fieldsIn(data)['teamId'] === teamId) return args;
  throw invalidRequest([{ path: 'teamId', message: `is not the team of ${id}, which stays in its own` }]);
}

/** Creates, changes or deletes a resource as the arguments say. */
export async function save(lifecycle: Lifecycle, call: ToolCall) {
  const { create, update, remove, id } = lifecycle;
  const { delete: isDeleted, ...args } = await withoutItsTeam(lifecycle, call);
  const { idempotencyKey: _, ...changes } = args;
  if (args[id] === undefined) {
    const { id: misnamed } = args;
    if (misnamed !== undefined)
      throw invalidRequest([
        { path: 'id', code: 'unknown_field', message: `is not a known argument; use ${id}` },
      ]);
    const asksOfExisting = OF_EXISTING.some((name) => isSet(call.args[name]));
    if (asksOfExisting) return await runOperation(update, { ...call, args: changes });
    const { clearFields: __, ...created } = args;
    return await runOperation(create, { ...call, args: created });
  }
  if (isDeleted !== true) return await runOperation(update, { ...call, args: changes });
  return await runOperation(remove, { ...call, args: versioned(changes) });
}

/** Whether an option is set: clients send false and an empty list for what is not asked for. */
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** Throws a 400 for a deletion without the version that the client has seen. */
export function versioned(args: Arguments): Arguments {
  if (typeof args['expectedUpdatedAt'] === 'string') return args;
  const message = 'is required: the updatedAt of the version that is to be deleted';
  throw invalidRequest([{ path: 'expectedUpdatedAt', code: 'required', message }]);
}
