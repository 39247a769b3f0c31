import * as z from 'zod';
import { versioned } from '../../kernel/api/mcp/saved-resource.ts';
import { runOperation, withArgumentNames, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { PAGE, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { createObjectiveUpdate } from './create-objective-update.ts';
import { deleteObjectiveUpdate } from './delete-objective-update.ts';
import { listObjectiveUpdates } from './list-objective-updates.ts';
import { updateObjectiveUpdate } from './update-objective-update.ts';

/** What an update is written with. */
const OF_UPDATE = ['workspaceId', 'objectiveId', 'health', 'writtenUpdate', 'idempotencyKey'];

/** save_objective: writes an update of an objective, or changes or deletes one. */
export const writtenUpdate: ToolVariant = {
  askedBy: ['updateId', 'writtenUpdate'],
  takes: 'those of its operation',
  input: () => ({
    writtenUpdate: z.string().optional(),
    updateId: z.string().optional().meta({ description: 'Of a written update.' }),
  }),
  run: async (call) =>
    await withArgumentNames({ body: 'writtenUpdate' }, () =>
      call.args['updateId'] === undefined ? post(call) : change(call),
    ),
};

/** list_comments: lists what was written about the state of an objective, newest first, like comments. */
export const listedUpdates: ToolVariant = {
  askedBy: ['objectiveId'],
  takes: PAGE,
  operations: [listObjectiveUpdates],
  input: () => ({ objectiveId: z.string().optional().meta({ description: 'Its written updates.' }) }),
  run: async (call) => {
    const listed = await runOperation(listObjectiveUpdates, call);
    const data = listed.data.map(({ id, body, health, authorId, updatedAt }) => ({
      id,
      content: body,
      health,
      authorId,
      updatedAt,
    }));
    return { ...listed, data };
  },
};

/** Changes or deletes a written update, which list_comments lists with the objective. */
async function change(call: ToolCall): Promise<OperationResult> {
  const { updateId: objectiveUpdateId, writtenUpdate: body, delete: isDeleted, ...rest } = call.args;
  const { idempotencyKey: _, ...args } = rest;
  if (args['objectiveId'] === undefined) {
    throw invalidRequest([{ path: 'objectiveId', code: 'required', message: 'is required with updateId' }]);
  }
  const update = { ...args, objectiveUpdateId, ...(body === undefined ? {} : { body }) };
  if (isDeleted === true)
    return await runOperation(deleteObjectiveUpdate, { ...call, args: versioned(update) });
  return await runOperation(updateObjectiveUpdate, { ...call, args: update });
}

async function post(call: ToolCall): Promise<OperationResult> {
  const { writtenUpdate: body, ...args } = call.args;
  const problems = [
    ...['objectiveId', 'health'].filter((name) => args[name] === undefined).map(needed),
    ...Object.keys(args)
      .filter((name) => !OF_UPDATE.includes(name))
      .map(separate),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  return await runOperation(createObjectiveUpdate, { ...call, args: { ...args, body } });
}

const needed = (path: string): FieldProblem => ({
  path,
  code: 'required',
  message: 'is required with writtenUpdate',
});

const separate = (path: string): FieldProblem => ({
  path,
  message: 'cannot be sent with writtenUpdate; send it in a call of its own',
});
