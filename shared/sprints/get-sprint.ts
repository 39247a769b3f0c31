import { notFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { sprintSchema } from './sprint.ts';
import { getSprintWithTally, sprintTeamOf, toSprintJson } from './sprint-store.ts';
import type { Item } from '../core/database.ts';

export const getSprint = operation({
  id: 'getSprint',
  method: 'GET',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}`,
  tag: 'Sprints',
  summary: 'Get a sprint',
  scopes: ['sprints:read'],
  params: { sprintId: uuid() },
  output: sprintSchema,
  load: ({ path, read }) => ({ sprint: getSprintWithTally(read, path.sprintId) }),
  handle: async ({ loaded: { sprint }, caller }) =>
    toSprintJson(visibleSprintOrThrow(caller, sprint?.item), sprint!.tally),
});

/**
 * Returns the sprint if the caller is a member of its team and the credential can access it; otherwise throws
 * a 404.
 */
export function visibleSprintOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(sprintTeamOf(item))) throw notFound('sprint');
  return item;
}
