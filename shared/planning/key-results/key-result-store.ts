import { workspaceKind } from '../../kernel/auth/workspace-kind.ts';
import { addToCounts } from '../counts/counts-store.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi5, inIndex, itemKind, partitionIn } from '../../kernel/db/table.ts';
import {
  getObjectiveReference,
  objectiveSortKey,
  type ObjectiveReference,
} from '../objective/objective-store.ts';
import { storedKeyResultSchema, type KeyResult, type StoredKeyResult } from './key-result.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const keyResultDocument = defineDocument(storedKeyResultSchema);

/** Identifies these items in the table's stream. */
export const keyResultKind = itemKind('R#', 'workspace');
const keyResultKey = keyResultKind.key;

export const keyResultsOf = (teamId: string): string => `T#${teamId}#R`;
/** Indexes of key results. */
export const keyResultIndexes = { byObjective: gsi5 } as const;

export const keyResultsOfObjective = (objectiveId: string): string => `O#${objectiveId}#R`;
/** The minimal form of a key result, with only its id and objective. */
export const keyResultOf = (id: string, objectiveId: string): Item => ({
  ...keyResultKey(id),
  ...inIndex(keyResultIndexes.byObjective, keyResultsOfObjective(objectiveId)),
});
/** The id of the objective that an item of a key result names. */
export const keyResultObjectiveOf = (item: Item): string =>
  partitionIn(keyResultIndexes.byObjective, item)!.slice(objectiveSortKey('').length, -'#R'.length);
export const keyResultSortKey = (id: string): string => keyResultKey(id).pk;
export const keyResultIdOf = keyResultKind.idOf;

/** Counter for the sequenceId of a workspace's key results. */
export const keyResultCounter = (workspaceId: string): Key => ({
  pk: workspaceKind.key(workspaceId).pk,
  sk: '#SEQ#K',
});

export const toKeyResult = (item: Item): StoredKeyResult => keyResultDocument.read(item);

/** A key result as the API shows it. */
export const toShownKeyResult = (item: Item, objectiveName: string): KeyResult => ({
  ...toKeyResult(item),
  objectiveName,
});

/** A key result's item together with its objective, which supplies its name and visibility. */
export async function getKeyResultWithObjective(
  read: Reader,
  id: string,
): Promise<{ item: Item; objective: ObjectiveReference | undefined } | undefined> {
  const item = await read.get(keyResultKey(id));
  if (!item) return undefined;
  return { item, objective: await getObjectiveReference(read, toKeyResult(item).objectiveId) };
}

/** The part of a key result that stories validate against. */
interface KeyResultReference {
  teamId: string;
  objectiveId: string;
  objective: ObjectiveReference | undefined;
}

export async function getKeyResultReference(
  read: Reader,
  id: string,
): Promise<KeyResultReference | undefined> {
  const found = await getKeyResultWithObjective(read, id);
  if (!found) return undefined;
  const { teamId, objectiveId } = toKeyResult(found.item);
  return { teamId, objectiveId, objective: found.objective };
}

/** Reads key results by key, as lists return them. Eventually consistent. */
export const getKeyResultItems = (read: Reader, keys: readonly Key[]) => read.getMany(keys, ['doc']);

const keyResultItem = (keyResult: StoredKeyResult): Item => ({
  ...keyResultKey(keyResult.id),
  ...keyResultDocument.write(keyResult),
  inList: keyResultsOf(keyResult.teamId),
  ...inIndex(keyResultIndexes.byObjective, keyResultsOfObjective(keyResult.objectiveId)),
  teamId: keyResult.teamId,
  updatedAt: keyResult.updatedAt,
});

/**
 * Changes that create a key result and increment its objective's count. Throws `objectiveGone` if the
 * objective has been deleted.
 */
export const putKeyResult = (keyResult: StoredKeyResult, objectiveGone: () => Error): Change[] => [
  { put: keyResultItem(keyResult), if: 'absent' },
  addToCounts(objectiveSortKey(keyResult.objectiveId), { keyResults: 1 }, objectiveGone),
];

export const replaceKeyResult = (
  keyResult: StoredKeyResult,
  previous: StoredKeyResult,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: keyResultItem(keyResult),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/**
 * Changes that delete a key result and decrement its objective's count. The projector clears references from
 * stories.
 */
export const deleteKeyResultItem = (
  { id, objectiveId, updatedAt }: Pick<StoredKeyResult, 'id' | 'objectiveId' | 'updatedAt'>,
  changed: () => Error,
): Change[] => [
  { delete: keyResultKey(id), if: { equals: { updatedAt } }, onConditionFailed: changed },
  addToCounts(objectiveSortKey(objectiveId), { keyResults: -1 }, changed),
];

/** Deletes a key result whose objective was deleted, together with its counter. */
export const deleteOrphanedKeyResult = (key: Key): Change => ({ delete: { pk: key.pk, sk: key.sk } });
