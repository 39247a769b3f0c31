import * as z from 'zod';
import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { createObjectiveUpdate } from '../../planning/objective-updates/create-objective-update.ts';
import { deleteObjectiveUpdate } from '../../planning/objective-updates/delete-objective-update.ts';
import { updateObjectiveUpdate } from '../../planning/objective-updates/update-objective-update.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { save, savedResource, versioned } from './saved-resource.ts';

const lifecycle = {
  create: createObjective,
  update: updateObjective,
  remove: deleteObjective,
  id: 'objectiveId',
};

/** What an update is written with. */
const OF_UPDATE = ['workspaceId', 'objectiveId', 'health', 'writtenUpdate', 'idempotencyKey'];

/** save_objective: also writes an update of an objective, and changes or deletes one. */
export const savedObjective: ToolOverrides = {
  extendInput: (shape) => ({
    ...savedResource(lifecycle).extendInput!(shape),
    writtenUpdate: z.string().optional(),
    updateId: z.string().optional().meta({ description: 'Of a written update.' }),
  }),
  run: async (call) => {
    if (call.args['updateId'] !== undefined) return await change(call);
    return call.args['writtenUpdate'] === undefined ? await save(lifecycle, call) : await post(call);
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
