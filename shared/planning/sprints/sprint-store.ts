import { deleteCounts, getWithTally, putCounts } from '../counts/counts-store.ts';
import type { Tally } from '../counts/story-counts.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi5, inIndex, itemKind } from '../../kernel/db/table.ts';
import { storedSprintSchema, type Sprint, type StoredSprint } from './sprint.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';

export const sprintDocument = defineDocument(storedSprintSchema, { added: { timeZone: 'UTC' } });

/** Identifies these items in the table's stream. */
export const sprintKind = itemKind('P#', 'workspace');
const sprintKey = sprintKind.key;

export const sprintsOf = (teamId: string): string => `T#${teamId}#P`;
export const sprintSortKey = (id: string): string => sprintKey(id).pk;
export const sprintIdOf = sprintKind.idOf;
export const sprintTeamOf = (item: Item): string => item['teamId'] as string;

/** The index partition of the sprints of an objective. */
export const sprintsOfObjective = (objectiveId: string): string => `O#${objectiveId}#P`;

/** The team of a sprint, or undefined if the sprint does not exist. */
export async function getSprintTeam(read: Reader, id: string): Promise<string | undefined> {
  return (await read.get(sprintKey(id)))?.['teamId'] as string | undefined;
}

/** The zones of sprints by partition key; those of deleted ones are missing. Strongly consistent if `read` is. */
export async function getSprintZones(
  read: Reader,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].flatMap((id) => id ?? []);
  const items = await Promise.all(known.map((id) => getSprintItem(read, id)));
  return new Map(items.flatMap((item) => (item ? [[item.pk, toSprint(item).timeZone] as const] : [])));
}

/** A sprint's item with the tally of its stories. */
export const getSprintWithTally = (read: Reader, id: string) => getWithTally(read, sprintKey(id).pk);

export const getSprintItem = (read: Reader, id: string) => read.get(sprintKey(id));

export const toSprint = (item: Item): StoredSprint => sprintDocument.read(item);

/** A sprint as the API shows it, with the tally of its stories. */
export const toShownSprint = (item: Item, { counts }: Tally): Sprint => ({
  ...toSprint(item),
  storyCounts: counts,
});

/** Indexes of sprints. */
export const sprintIndexes = { byObjective: gsi5 } as const;

const sprintItem = (sprint: StoredSprint): Item => ({
  ...sprintKey(sprint.id),
  ...sprintDocument.write(sprint),
  inList: sprintsOf(sprint.teamId),
  teamId: sprint.teamId,
  updatedAt: sprint.updatedAt,
  ...(sprint.objectiveId ? inIndex(sprintIndexes.byObjective, sprintsOfObjective(sprint.objectiveId)) : {}),
});

export const putSprint = (sprint: StoredSprint): Change[] => [
  { put: sprintItem(sprint), if: 'absent' },
  putCounts(sprintKey(sprint.id).pk),
];

export const replaceSprint = (
  sprint: StoredSprint,
  previous: StoredSprint,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: sprintItem(sprint),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** The projector clears references from stories when the deletion appears in the stream. */
export const deleteSprintItem = (
  { id, updatedAt }: Pick<StoredSprint, 'id' | 'updatedAt'>,
  changed: () => Error,
): Change[] => [
  { delete: sprintKey(id), if: { equals: { updatedAt } }, onConditionFailed: changed },
  deleteCounts(sprintKey(id).pk),
];
