import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getObjectiveItem } from '../objective/objective-store.ts';
import { OBJECTIVE_UPDATE_PATH } from './list-objective-updates.ts';
import {
  recordedUpdate,
  recordOfUpdate,
  takeHealth,
  visibleUpdateOrThrow,
} from './objective-update-access.ts';
import {
  findLatestUpdate,
  getObjectiveUpdateItem,
  replaceObjectiveUpdate,
  toObjectiveUpdate,
} from './objective-update-store.ts';
import { assertUpdateAuthorOrAdmin, objectiveUpdatePatch } from './objective-update-requests.ts';
import { objectiveUpdateSchema } from './objective-update.ts';

export const updateObjectiveUpdate = operation({
  id: 'updateObjectiveUpdate',
  method: 'PATCH',
  path: OBJECTIVE_UPDATE_PATH,
  tag: 'Objectives',
  summary: 'Change an update of an objective',
  description:
    "Available to its author and to admins who are members of the team. The objective takes another health of its newest update; older ones don't change it.",
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['insufficient_role', 'version_conflict', 'conflict'],
  params: { objectiveId: uuid(), objectiveUpdateId: uuid() },
  body: objectiveUpdatePatch.schema,
  output: objectiveUpdateSchema,
  load: ({ path, read }) => ({
    objective: getObjectiveItem(read, path.objectiveId),
    update: getObjectiveUpdateItem(read, path.objectiveUpdateId),
    latest: findLatestUpdate(read, path.objectiveId),
  }),
  handle: async ({ path, body, loaded, caller, now, commit }) => {
    const { objective, update } = visibleUpdateOrThrow(caller, path.objectiveId, loaded);
    assertUpdateAuthorOrAdmin(caller, update);
    if (update.updatedAt !== body.expectedUpdatedAt) throw objectiveUpdatePatch.conflict(update, body);
    const next = nextVersion(update, objectiveUpdatePatch.apply(update, body), now);
    const stale = (current: Item | undefined) =>
      current
        ? objectiveUpdatePatch.conflict(toObjectiveUpdate(current), body)
        : notFound('objective update');
    // The index can lag behind an update that was just written.
    const isNewest = !loaded.latest || loaded.latest.id <= update.id;
    const isOtherHealth = isNewest && next.health !== update.health;
    const changes = [
      replaceObjectiveUpdate(next, update, stale),
      ...(isOtherHealth ? takeHealth(objective, next.health, now) : []),
    ];
    await commit(next === update ? [] : changes, recordOfUpdate(update));
    return next;
  },
  replay: recordedUpdate,
});
