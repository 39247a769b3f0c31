import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { readableObjectiveOrThrow } from '../objective/objective-access.ts';
import { findObjectiveUpdates, objectiveUpdateIdOf, toObjectiveUpdate } from './objective-update-store.ts';
import { objectiveUpdateSchema } from './objective-update.ts';

export const OBJECTIVE_UPDATES_PATH = `${WORKSPACE_PATH}/objectives/{objectiveId}/updates`;
export const OBJECTIVE_UPDATE_PATH = `${OBJECTIVE_UPDATES_PATH}/{objectiveUpdateId}`;

export const listObjectiveUpdates = list({
  id: 'listObjectiveUpdates',
  path: OBJECTIVE_UPDATES_PATH,
  tag: 'Objectives',
  summary: 'List the updates of an objective',
  description: 'Returns what was written about the state of an objective, newest first.',
  scopes: ['objectives:read'],
  params: { objectiveId: uuid() },
  item: objectiveUpdateSchema,
  load: ({ path, read }) => ({ objective: getObjectiveItem(read, path.objectiveId) }),
  handle: async ({ path: { objectiveId }, loaded, caller, read, page }) => {
    readableObjectiveOrThrow(caller, loaded.objective);
    const span = { before: page.after, limit: page.limit + 1 };
    const items = await findObjectiveUpdates(read, objectiveId, span);
    return pageOf(items, page, { resource: toObjectiveUpdate, position: objectiveUpdateIdOf });
  },
});
