import { workspaceKind } from '../../kernel/auth/workspace-kind.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { deleteCounts, getWithTally, putCounts } from '../counts/counts-store.ts';
import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { inIndex, itemKind } from '../../kernel/db/table.ts';
import { deleteForecast, getForecast } from '../forecasts/forecast-store.ts';
import { statusIndex, statusSortKey } from '../../identity/status/status-store.ts';
import {
  storedObjectiveSchema,
  type DerivedObjective,
  type Objective,
  type StoredObjective,
} from './objective.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const objectiveDocument = defineDocument(storedObjectiveSchema, {
  longText: 'description',
});

/** Identifies these items in the table's stream. */
export const objectiveKind = itemKind('O#', 'workspace');
const objectiveKey = objectiveKind.key;

/** The list partitions of a team's objectives: one for public and one for private objectives. */
export const objectivesOf = (teamId: string): string[] => [`T#${teamId}#O`, `T#${teamId}#OP`];
export const objectiveSortKey = (id: string): string => objectiveKey(id).pk;
export const objectiveIdOf = objectiveKind.idOf;

/** Counter for the sequenceId of a workspace's objectives. */
export const objectiveCounter = (workspaceId: string): Key => ({
  pk: workspaceKind.key(workspaceId).pk,
  sk: '#SEQ#O',
});

/** The part of an objective that other nouns need: its team and its visibility. */
export interface ObjectiveReference {
  id: string;
  name: string;
  teamId: string;
  private: boolean;
  createdBy: string;
  leadUserId: string | null;
}

export const toObjectiveReference = (item: Item): ObjectiveReference => objectiveDocument.read(item);

export async function getObjectiveReference(
  read: Reader,
  id: string,
): Promise<ObjectiveReference | undefined> {
  const item = await read.get(objectiveKey(id));
  return item && toObjectiveReference(item);
}

/** Reads objectives by id, in the order of the ids. Eventually consistent. */
export async function getObjectiveReferences(
  read: Reader,
  ids: readonly string[],
): Promise<(ObjectiveReference | undefined)[]> {
  const items = await read.getMany(ids.map(objectiveKey), ['doc']);
  return items.map((item) => item && toObjectiveReference(item));
}

/**
 * Whether a caller can see an objective: its team must be visible and, if it is private, the caller must be
 * its creator, its lead or an admin.
 */
export const canSeeObjective = (
  caller: Pick<Caller, 'principalId' | 'role' | 'teamIds'>,
  objective: ObjectiveReference | undefined,
): boolean =>
  objective !== undefined &&
  caller.teamIds.has(objective.teamId) &&
  (!objective.private ||
    caller.role === 'admin' ||
    caller.principalId === objective.createdBy ||
    caller.principalId === objective.leadUserId);

export const getObjectiveItem = (read: Reader, id: string) => read.get(objectiveKey(id));

/** Condition that an objective has not been deleted. Throws `gone` if it has. */
export const objectiveIsThere = (id: string, gone: () => Error): Change => ({
  check: objectiveKey(id),
  if: 'present',
  onConditionFailed: gone,
});

/** An objective's item with the tally of its stories and key results, and its forecast. One round trip. */
export async function getObjectiveWithTally(read: Reader, id: string) {
  const [found, stored] = await Promise.all([getWithTally(read, objectiveKey(id).pk), getForecast(read, id)]);
  return found && { ...found, stored };
}

/** The readers of a deleted private objective, stored for those who read its events later. */
const formerReadersKey = (id: string): Key => ({ pk: objectiveKey(id).pk, sk: '#FORMER' });

export type ObjectiveReaders = Omit<ObjectiveReference, 'id' | 'name'>;

/**
 * The readers of an objective, or its last readers if it was deleted; undefined for a deleted objective that was
 * visible to its team.
 */
export async function getObjectiveReaders(read: Reader, id: string): Promise<ObjectiveReaders | undefined> {
  const [item, former] = await Promise.all([read.get(objectiveKey(id)), read.get(formerReadersKey(id))]);
  if (item) return toObjectiveReference(item);
  return former && attributesOf<ObjectiveReaders>(former);
}

/** The readers of an objective between two changes of its visibility. */
export interface EarlierReaders extends ObjectiveReaders {
  until: string;
}

/** The retention of earlier readers in days; longer than events are retained. */
const EARLIER_READERS_DAYS = 400;
const EARLIER_READERS = '#READERS#';

/** The readers of an objective before each change of its visibility, oldest first. */
export async function getEarlierReaders(read: Reader, id: string): Promise<EarlierReaders[]> {
  const items = await read.children(objectiveKey(id).pk, EARLIER_READERS);
  return items.map((item) => ({
    ...readersOf(attributesOf<ObjectiveReaders>(item)),
    until: item.sk.slice(EARLIER_READERS.length),
  }));
}

const putEarlierReaders = (previous: StoredObjective, until: string): Change => ({
  put: {
    pk: objectiveKey(previous.id).pk,
    sk: `${EARLIER_READERS}${until}`,
    ...readersOf(previous),
    ttl: Math.ceil(Date.parse(until) / 1000) + EARLIER_READERS_DAYS * 24 * 60 * 60,
  },
});

const haveSameReaders = (one: StoredObjective, other: StoredObjective): boolean =>
  one.private === other.private && (!one.private || one.leadUserId === other.leadUserId);

export const toObjective = (item: Item): StoredObjective => objectiveDocument.read(item);

/** An objective as the API shows it. */
export const toShownObjective = (item: Item, derived: DerivedObjective): Objective => ({
  ...toObjective(item),
  ...derived,
});

/** The indexes by which archiveStatus checks whether an objective uses the status. */
const objectiveIndexes = { byStatus: statusIndex } as const;

const objectiveItem = (objective: StoredObjective): Item => ({
  ...objectiveKey(objective.id),
  ...objectiveDocument.write(objective),
  inList: objectivesOf(objective.teamId)[objective.private ? 1 : 0],
  ...inIndex(objectiveIndexes.byStatus, statusSortKey(objective.statusId)),
  teamId: objective.teamId,
  updatedAt: objective.updatedAt,
});

export const putObjective = (objective: StoredObjective): Change[] => [
  { put: objectiveItem(objective), if: 'absent' },
  putCounts(objectiveKey(objective.id).pk),
];

/** Changes that replace an objective with its next version. */
export const replaceObjective = (
  objective: StoredObjective,
  previous: StoredObjective,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  {
    put: objectiveItem(objective),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  ...(haveSameReaders(objective, previous) ? [] : [putEarlierReaders(previous, objective.updatedAt)]),
];

/** The projector cleans up its key results, stories and sprints when the deletion appears in the stream. */
export const deleteObjectiveItem = (
  { id, updatedAt, ...objective }: StoredObjective,
  changed: () => Error,
): Change[] => [
  { delete: objectiveKey(id), if: { equals: { updatedAt } }, onConditionFailed: changed },
  deleteCounts(objectiveKey(id).pk),
  deleteForecast(id),
  ...(objective.private ? [{ put: { ...formerReadersKey(id), ...readersOf(objective) } }] : []),
];

const readersOf = ({
  teamId,
  private: isPrivate,
  createdBy,
  leadUserId,
}: ObjectiveReaders): ObjectiveReaders => ({
  teamId,
  private: isPrivate,
  createdBy,
  leadUserId,
});
