import { writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleSprintOrThrow } from './sprint-access.ts';
import { deleteSprintItem, getSprintItem, toSprint } from './sprint-store.ts';

export const deleteSprint = operation({
  id: 'deleteSprint',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}`,
  tag: 'Sprints',
  summary: 'Delete a sprint',
  description:
    'Permanently deletes a sprint. Its stories remain; their sprintId is cleared shortly afterwards.',
  scopes: ['sprints:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { sprintId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ sprint: getSprintItem(read, path.sprintId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const sprint = toSprint(visibleSprintOrThrow(caller, loaded.sprint));
    assertMatch(sprint);
    const { id } = sprint;
    await commit(deleteSprintItem(sprint, writeConflict), id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
