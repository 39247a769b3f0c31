import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { OBJECTIVE_UPDATE_PATH } from './list-objective-updates.ts';
import { visibleUpdateOrThrow } from './objective-update-access.ts';
import { deleteObjectiveUpdateItem, getObjectiveUpdateItem } from './objective-update-store.ts';
import { assertUpdateAuthorOrAdmin } from './objective-update-requests.ts';

export const deleteObjectiveUpdate = operation({
  id: 'deleteObjectiveUpdate',
  method: 'DELETE',
  path: OBJECTIVE_UPDATE_PATH,
  tag: 'Objectives',
  summary: 'Delete an update of an objective',
  description:
    'Deletes an update for good; the objective keeps its health. Available to its author and to admins who are members of the team.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'conflict'],
  ifMatch: true,
  params: { objectiveId: uuid(), objectiveUpdateId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    objective: getObjectiveItem(read, path.objectiveId),
    update: getObjectiveUpdateItem(read, path.objectiveUpdateId),
  }),
  handle: async ({ path, loaded, caller, assertMatch, commit }) => {
    const { update } = visibleUpdateOrThrow(caller, path.objectiveId, loaded);
    assertUpdateAuthorOrAdmin(caller, update);
    assertMatch(update);
    await commit([deleteObjectiveUpdateItem(update, writeConflict)], update.id);
    return { id: update.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
