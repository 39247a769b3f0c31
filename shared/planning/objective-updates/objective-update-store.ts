import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi6, inIndex, itemKind } from '../../kernel/db/table.ts';
import { objectiveUpdateSchema, type ObjectiveUpdate } from './objective-update.ts';

export const objectiveUpdateDocument = defineDocument(objectiveUpdateSchema);

/** Identifies these items in the table's stream. */
export const objectiveUpdateKind = itemKind('OU#', 'workspace');

/** Indexes of updates. */
export const objectiveUpdateIndexes = { byTeam: gsi6 } as const;

export const updatesOfObjective = (objectiveId: string): string => `O#${objectiveId}#U`;
export const updatesOfTeam = (teamId: string): string => `T#${teamId}#OU`;

export const toObjectiveUpdate = (item: Item): ObjectiveUpdate => objectiveUpdateDocument.read(item);
export const objectiveUpdateIdOf = objectiveUpdateKind.idOf;
export const objectiveUpdateSortKey = (id: string): string => objectiveUpdateKind.key(id).pk;

export const getObjectiveUpdateItem = (read: Reader, id: string) => read.get(objectiveUpdateKind.key(id));

/** Reads updates by key, as lists of a team return them. Eventually consistent; some may be gone. */
export async function getListedObjectiveUpdates(read: Reader, keys: readonly Key[]): Promise<Item[]> {
  const items = await read.getMany(keys, ['doc']);
  return items.filter((item) => item !== undefined);
}

/** Returns up to `limit` updates of a team's objectives, newest first. Eventually consistent. */
export async function findTeamUpdates(read: Reader, teamId: string, limit: number): Promise<Item[]> {
  const index = objectiveUpdateIndexes.byTeam;
  return await getListedObjectiveUpdates(
    read,
    await read.query({ index, partition: updatesOfTeam(teamId), limit }),
  );
}

/** Returns up to `limit` updates of an objective, newest first. Eventually consistent. */
export const findObjectiveUpdates = (
  read: Reader,
  objectiveId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) =>
  read.query({
    index: 'list',
    partition: updatesOfObjective(objectiveId),
    limit,
    ...(before === undefined ? {} : { before: objectiveUpdateSortKey(before) }),
  });

/** Returns the newest update of an objective, if it has one. Eventually consistent. */
export async function findLatestUpdate(
  read: Reader,
  objectiveId: string,
): Promise<ObjectiveUpdate | undefined> {
  const [newest] = await findObjectiveUpdates(read, objectiveId, { limit: 1 });
  return newest && toObjectiveUpdate(newest);
}

const objectiveUpdateItem = (update: ObjectiveUpdate): Item => ({
  ...objectiveUpdateKind.key(update.id),
  ...objectiveUpdateDocument.write(update),
  inList: updatesOfObjective(update.objectiveId),
  ...inIndex(objectiveUpdateIndexes.byTeam, updatesOfTeam(update.teamId)),
  teamId: update.teamId,
  updatedAt: update.updatedAt,
});

export const putObjectiveUpdate = (update: ObjectiveUpdate): Change => ({
  put: objectiveUpdateItem(update),
  if: 'absent',
});

/** Replaces an update with its next version. Throws `stale` if it has changed since it was read. */
export const replaceObjectiveUpdate = (
  update: ObjectiveUpdate,
  previous: ObjectiveUpdate,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: objectiveUpdateItem(update),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Deletes an update. Throws `stale` if it has changed since it was read. */
export const deleteObjectiveUpdateItem = (
  { id, updatedAt }: Pick<ObjectiveUpdate, 'id' | 'updatedAt'>,
  stale: () => Error,
): Change => ({
  delete: objectiveUpdateKind.key(id),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Deletes an update whose objective was deleted. */
export const deleteOrphanedUpdate = ({ pk, sk }: Key): Change => ({ delete: { pk, sk } });
