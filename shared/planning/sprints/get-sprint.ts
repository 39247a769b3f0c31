import { visibleSprintOrThrow } from './sprint-access.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { sprintSchema, type StoredSprint } from './sprint.ts';
import { getSprintWithTally, toShownSprint } from './sprint-store.ts';

export const getSprint = operation({
  id: 'getSprint',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}`,
  tag: 'Sprints',
  summary: 'Get a sprint',
  description: 'Returns a sprint with its story counts.',
  scopes: ['sprints:read'],
  params: { sprintId: uuid() },
  output: sprintSchema,
  load: ({ path, read }) => ({ sprint: getSprintWithTally(read, path.sprintId) }),
  handle: async ({ loaded: { sprint }, caller }) =>
    toShownSprint(visibleSprintOrThrow(caller, sprint?.item), sprint!.tally),
});

/** The 409 for a name that another sprint of the team has. */
export const sprintNameTaken =
  ({ name }: Pick<StoredSprint, 'name'>) =>
  () =>
    conflict(
      `The team already has a sprint named ${name}.`,
      'Use the existing sprint or choose another name.',
    );
