import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { OBJECTIVE_UPDATES_PATH } from './list-objective-updates.ts';
import { recordedUpdate, recordOfUpdate, takeHealth } from './objective-update-access.ts';
import { readableObjectiveOrThrow } from '../objective/objective-access.ts';
import { putObjectiveUpdate } from './objective-update-store.ts';
import { objectiveUpdateCreateSchema } from './objective-update-requests.ts';
import { objectiveUpdateSchema, type ObjectiveUpdate } from './objective-update.ts';

export const createObjectiveUpdate = operation({
  id: 'createObjectiveUpdate',
  method: 'POST',
  path: OBJECTIVE_UPDATES_PATH,
  tag: 'Objectives',
  summary: 'Write an update of an objective',
  description: 'Adds what its readers should know about the state of an objective, which takes its health.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['conflict'],
  params: { objectiveId: uuid() },
  body: objectiveUpdateCreateSchema,
  output: objectiveUpdateSchema,
  load: ({ path, read }) => ({ objective: getObjectiveItem(read, path.objectiveId) }),
  handle: async ({ body, loaded, caller, now, newId, commit }) => {
    const objective = readableObjectiveOrThrow(caller, loaded.objective);
    const createdAt = now.toISOString();
    const update: ObjectiveUpdate = {
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId: objective.teamId,
      objectiveId: objective.id,
      ...body,
      authorId: caller.principalId,
      createdAt,
      updatedAt: createdAt,
    };
    const changes = [putObjectiveUpdate(update), ...takeHealth(objective, update.health, now)];
    await commit(changes, recordOfUpdate(update));
    return update;
  },
  replay: recordedUpdate,
});
