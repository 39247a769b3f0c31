import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import { deleteObjectiveItem, getObjectiveWithTally } from '../objective/objective-store.ts';

export const deleteObjective = operation({
  id: 'deleteObjective',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/objectives/{objectiveId}`,
  tag: 'Objectives',
  summary: 'Delete an objective',
  description:
    'Permanently deletes an objective and its key results. Its stories and sprints remain; their objectiveId is cleared shortly afterwards.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { objectiveId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ objective: getObjectiveWithTally(read, path.objectiveId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const { objective } = visibleObjectiveOrThrow(caller, loaded.objective);
    assertMatch(objective);
    const { id } = objective;
    await commit(deleteObjectiveItem(objective, writeConflict), id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
