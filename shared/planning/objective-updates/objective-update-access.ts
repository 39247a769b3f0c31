import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { notFound, writeConflict } from '../../kernel/core/errors.ts';
import { readableObjectiveOrThrow } from '../objective/objective-access.ts';
import type { Objective, StoredObjective } from '../objective/objective.ts';
import { getObjectiveItem, objectiveIsThere, replaceObjective } from '../objective/objective-store.ts';
import { getObjectiveUpdateItem, toObjectiveUpdate } from './objective-update-store.ts';
import type { ObjectiveUpdate } from './objective-update.ts';

interface LoadedUpdate {
  objective: Item | undefined;
  update: Item | undefined;
}

/** Returns an update and its objective, if the caller can see them; otherwise throws a 404. */
export function visibleUpdateOrThrow(
  caller: Caller,
  objectiveId: string,
  loaded: LoadedUpdate,
): { objective: StoredObjective; update: ObjectiveUpdate } {
  const objective = readableObjectiveOrThrow(caller, loaded.objective);
  const update = loaded.update && toObjectiveUpdate(loaded.update);
  if (update?.objectiveId !== objectiveId) throw notFound('objective update');
  return { objective, update };
}

/** Names an update in the record of an idempotency key: its objective, and its own id. */
export const recordOfUpdate = ({ objectiveId, id }: ObjectiveUpdate): string => `${objectiveId} ${id}`;

/** Returns the update of an earlier request, as it is now. */
export async function recordedUpdate({
  caller,
  read,
  resourceId,
}: {
  caller: Caller;
  read: Reader;
  resourceId: string;
}): Promise<ObjectiveUpdate> {
  const [objectiveId = '', id = ''] = resourceId.split(' ');
  const [objective, update] = await Promise.all([
    getObjectiveItem(read, objectiveId),
    getObjectiveUpdateItem(read, id),
  ]);
  return visibleUpdateOrThrow(caller, objectiveId, { objective, update }).update;
}

/** Changes by which an objective takes the health of its newest update; without a difference, only that it is there. */
export function takeHealth(objective: StoredObjective, health: Objective['health'], now: Date): Change[] {
  if (objective.health === health) return [objectiveIsThere(objective.id, () => notFound('objective'))];
  const next = { ...objective, health, updatedAt: nextTimestamp(now, objective.updatedAt) };
  return replaceObjective(next, objective, (current) => (current ? writeConflict() : notFound('objective')));
}
