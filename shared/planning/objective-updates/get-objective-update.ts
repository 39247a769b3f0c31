import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { OBJECTIVE_UPDATE_PATH } from './list-objective-updates.ts';
import { visibleUpdateOrThrow } from './objective-update-access.ts';
import { getObjectiveUpdateItem } from './objective-update-store.ts';
import { objectiveUpdateSchema } from './objective-update.ts';

export const getObjectiveUpdate = operation({
  id: 'getObjectiveUpdate',
  method: 'GET',
  path: OBJECTIVE_UPDATE_PATH,
  tag: 'Objectives',
  summary: 'Get an update of an objective',
  description: "Updates of other people's private objectives return 404.",
  scopes: ['objectives:read'],
  params: { objectiveId: uuid(), objectiveUpdateId: uuid() },
  output: objectiveUpdateSchema,
  load: ({ path, read }) => ({
    objective: getObjectiveItem(read, path.objectiveId),
    update: getObjectiveUpdateItem(read, path.objectiveUpdateId),
  }),
  handle: async ({ path, loaded, caller }) => visibleUpdateOrThrow(caller, path.objectiveId, loaded).update,
});
