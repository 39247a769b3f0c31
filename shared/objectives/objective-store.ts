import type { Caller } from '../core/caller.ts';
import { deleteCounts, getWithTally, putCounts } from '../counts/counts-store.ts';
import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import { Json } from '../core/json.ts';
import { statusSortKey } from '../statuses/status-store.ts';
import {
  storedObjectiveSchema,
  type DerivedObjective,
  type Objective,
  type StoredObjective,
} from './objective.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<StoredObjective>(storedObjectiveSchema.keyof().options, {
  longText: 'description',
});

/** What a stream of changes knows them by. */
export const objectiveKind = itemKind('O#');
const objectiveKey = objectiveKind.key;

/** The list partitions of a team's objectives: private ones stand apart. */
export const objectivesOf = (teamId: string): string[] => [`T#${teamId}#O`, `T#${teamId}#OP`];
export const objectiveSortKey = (id: string): string => objectiveKey(id).pk;
export const objectiveIdOf = objectiveKind.idOf;

/** Counts the objectives of a workspace. */
export const objectiveCounter = (workspaceId: string): Key => ({ pk: `W#${workspaceId}`, sk: '#SEQ#O' });

/** What others need to know of an objective: whose it is and who may see it. */
export interface ObjectiveReference {
  id: string;
  name: string;
  teamId: string;
  private: boolean;
  createdBy: string;
  leadUserId: string | null;
}

export const toObjectiveReference = (item: Item): ObjectiveReference => document.read(item);

export async function getObjectiveReference(
  read: Reader,
  id: string,
): Promise<ObjectiveReference | undefined> {
  const item = await read.get(objectiveKey(id));
  return item && toObjectiveReference(item);
}

/** Objectives by id, in the order of the ids; eventually consistent. */
export async function getObjectiveReferences(
  read: Reader,
  ids: readonly string[],
): Promise<(ObjectiveReference | undefined)[]> {
  const items = await read.getMany(ids.map(objectiveKey), ['doc', 'nulls']);
  return items.map((item) => item && toObjectiveReference(item));
}

/** Whether a caller sees an objective: it is in a visible team and, if private, is theirs or they are an admin. */
export const canSeeObjective = (caller: Caller, objective: ObjectiveReference | undefined): boolean =>
  objective !== undefined &&
  caller.teamIds.has(objective.teamId) &&
  (!objective.private ||
    caller.role === 'admin' ||
    caller.principalId === objective.createdBy ||
    caller.principalId === objective.leadUserId);

/** An objective's item with the tally of its stories and key results. */
export const getObjectiveWithTally = (read: Reader, id: string) => getWithTally(read, objectiveKey(id).pk);

export const toObjective = (item: Item): StoredObjective => document.read(item);

export const toObjectiveJson = (item: Item, derived: DerivedObjective): Json<Objective> =>
  new Json(`${document.json(item).text.slice(0, -1)},${JSON.stringify(derived).slice(1)}`);

const objectiveItem = (objective: StoredObjective): Item => ({
  ...objectiveKey(objective.id),
  ...document.write(objective),
  inList: objectivesOf(objective.teamId)[objective.private ? 1 : 0],
  // Tells archiveStatus that the status is in use.
  inStatus: statusSortKey(objective.statusId),
  teamId: objective.teamId,
  updatedAt: objective.updatedAt,
});

export const putObjective = (objective: StoredObjective): Change[] => [
  { put: objectiveItem(objective), if: 'absent' },
  putCounts(objectiveKey(objective.id).pk),
];

export const replaceObjective = (
  objective: StoredObjective,
  previous: StoredObjective,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: objectiveItem(objective),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Its key results, stories and sprints are seen to by the stream, which sees the deletion. */
export const deleteObjectiveItem = (id: string, gone: () => Error): Change[] => [
  { delete: objectiveKey(id), if: 'present', onConditionFailed: gone },
  deleteCounts(objectiveKey(id).pk),
];
